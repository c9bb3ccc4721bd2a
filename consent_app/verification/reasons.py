"""The reasons of checks, for the catalogues. A domain stores them in English.

A domain keeps the reason of its last check, and the feed that of a month, in the words of the
release that checked. Move a text to ``FORMER_REASONS`` when you change its wording.

Numbers and hostnames are ``{1}``, ``{2}`` here, as ``translations.translated`` looks them up.
"""

from consent_app.translations import mark

REASONS = (
    mark("The DNS record was not found yet; changes can take up to an hour."),
    mark(
        "A TXT record was found at the right name, but with another value. It must contain only the"
        " domain's token; changes can take up to an hour."
    ),
    mark("The hostname is too long for this DNS record. Choose another method."),
    mark(
        "The tag is not in the page as served. Put it into the page's own HTML: content that a"
        " tag manager adds later is not checked."
    ),
    mark("The page has the tag of another domain. Replace it with this domain's tag."),
    mark("The page's tag loads its script from a server other than this service."),
    mark('There is no <meta name="consent-verify"> in the head of the page as served.'),
    mark("The page's <meta name=\"consent-verify\"> does not match the domain's token."),
    mark("The site asks for a password (status {1}). Choose the DNS record instead."),
    mark(
        "The site does not let this service in (status {1}), as firewalls do. Allow its requests,"
        " or choose the DNS record instead."
    ),
    mark("There is no file at /.well-known/consent-verify.txt."),
    mark("The file at /.well-known/consent-verify.txt does not match the domain's token."),
    mark("The file was answered with status {1} instead of {2}."),
    mark("The page was answered with status {1} instead of {2}."),
    mark("The site did not answer within {1} seconds."),
    mark("The hostname has no address in DNS yet; changes can take up to an hour."),
    mark("The hostname resolves to an address that is not public, which is not allowed."),
    mark(
        "The domain's name servers answer with an error. Check the zone and, if it is signed,"
        " DNSSEC."
    ),
    mark(
        "This service cannot reach a name server, which is no fault of the domain. Ask its operator"
        " to check the network and the name servers of its machine."
    ),
    mark("The domain's name servers did not answer in time."),
    mark("The site could not be reached: nothing answers properly at its address."),
    mark("The site redirects more than {1} times."),
    mark("The site redirects to an address that cannot be followed."),
    mark("The encoding of the page is not supported."),
    mark("The site redirects to another domain ({1}), which is not followed."),
    mark("The certificate of {1} is expired or not valid yet."),
    mark("The certificate of {1} is self-signed."),
    mark("The certificate of {1} is for another name."),
    mark(
        "The certificate of {1} is from an authority that browsers do not trust, or an"
        " intermediate one is missing."
    ),
    mark("The certificate of {1} is not valid."),
    mark("{1} does not support https correctly."),
)

FORMER_REASONS = (
    mark(
        "A TXT record was found at the right name, but with another value. It has to hold the"
        " domain's token and nothing else; changes can take up to an hour."
    ),
    mark("The hostname is too long for a DNS record before it. Choose another method."),
    mark(
        "The tag is not in the page as served. Put it into the page's own HTML: what a tag manager"
        " adds later is not seen."
    ),
    mark("The page has the tag of another domain. Put this domain's own into it."),
    mark("The page's tag loads its script from another server than this service."),
    mark("The page's <meta name=\"consent-verify\"> holds something else than the domain's token."),
    mark(
        "The file at /.well-known/consent-verify.txt holds something else than the domain's token."
    ),
    mark("The hostname leads to an address that is not public, where nothing can be checked."),
    mark("The page came in an encoding that cannot be read."),
    mark("The site redirects to another domain ({1}), where nothing is checked."),
    mark(
        "The certificate of {1} is of an authority that browsers do not know, or an intermediate"
        " one is missing."
    ),
    mark("{1} does not speak https properly."),
)
"""The reasons of earlier releases whose wording has changed since."""
