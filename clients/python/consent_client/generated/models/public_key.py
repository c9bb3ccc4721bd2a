from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PublicKey")



@_attrs_define
class PublicKey:
    """ An Ed25519 key (RFC 8037).

        Attributes:
            kty (str): Always `OKP`.
            crv (str): Always `Ed25519`.
            use (str): Always `sig`.
            alg (str): Always `EdDSA`.
            kid (str): The key's id, which is in the header of each token.
            x (str): The public key, base64url.
     """

    kty: str
    crv: str
    use: str
    alg: str
    kid: str
    x: str





    def to_dict(self) -> dict[str, Any]:
        kty = self.kty

        crv = self.crv

        use = self.use

        alg = self.alg

        kid = self.kid

        x = self.x


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "kty": kty,
            "crv": crv,
            "use": use,
            "alg": alg,
            "kid": kid,
            "x": x,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kty = d.pop("kty")

        crv = d.pop("crv")

        use = d.pop("use")

        alg = d.pop("alg")

        kid = d.pop("kid")

        x = d.pop("x")

        public_key = cls(
            kty=kty,
            crv=crv,
            use=use,
            alg=alg,
            kid=kid,
            x=x,
        )

        return public_key
