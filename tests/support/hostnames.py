"""Hostnames as they are stored, and as people read them."""

from __future__ import annotations

SHOWN = [
    ("www.example.com", "www.example.com"),
    ("www.xn--bcher-kva.example", "www.bücher.example"),
    ("xn--strae-oqa.de", "straße.de"),
    ("xn--r8jz45g.xn--zckzah", "\u4f8b\u3048.\u30c6\u30b9\u30c8"),
    ("xn--e1afmkfd.com", "\u043f\u0440\u0438\u043c\u0435\u0440.com"),
    ("xn--wgv71a119e.xn--3e0b473c", "\u65e5\u672c\u8a9e.\uc911\uad6d"),
    (
        "xn--hxakic4aa.xn--6dbbec0c",
        "\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1.\u05d3\u05d5\u05d2\u05de\u05d4",
    ),
    ("xn--o3cw4h.com", "\u0e44\u0e17\u0e22.com"),
    # "apple" in Cyrillic letters, "paypal" and "google" with some of them, and "google" with a
    # dotless i.
    ("xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
    ("xn--pypal-4ve.com", "xn--pypal-4ve.com"),
    ("xn--ggle-55da.com", "xn--ggle-55da.com"),
    ("xn--googe-q4a.com", "xn--googe-q4a.com"),
    ("xn--a.com", "xn--a.com"),
    ("xn--0.xn--", "xn--0.xn--"),
]
