"""A certificate of our own: browsers open a camera over HTTPS only, and nobody else can vouch for a table at home."""

import ipaddress
import os
import shutil
import ssl
import subprocess
from pathlib import Path

from hardware.cure import apt
from hardware.folders import data_folder
from hardware.trouble import Trouble
from hardware.wording import line

DAYS = 397  # phones take none that lasts longer
RENEWED_SECONDS = 30 * 24 * 3600


def certified(address: str) -> ssl.SSLContext:
    """What HTTPS needs at this address; made on first use, and anew before it ends or where the address is another."""
    key, certificate = _files(address)
    if not (key.exists() and certificate.exists() and _lasts(certificate)):
        _make(address, key, certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return context


def _files(address: str) -> tuple[Path, Path]:
    folder = data_folder() / "certificate"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = "".join(letter if letter.isalnum() else "-" for letter in address)
    return folder / f"{name}.key", folder / f"{name}.pem"


def _lasts(certificate: Path) -> bool:
    return _openssl("x509", "-checkend", str(RENEWED_SECONDS), "-noout", "-in", str(certificate)).returncode == 0


def _make(address: str, key: Path, certificate: Path) -> None:
    try:
        ipaddress.ip_address(address)
        kind = "IP"
    except ValueError:
        kind = "DNS"
    before = os.umask(0o077)  # nobody else reads the key
    try:
        made = _openssl(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256"),
            *("-days", str(DAYS), "-subj", "/CN=Cockadoodle", "-addext", f"subjectAltName={kind}:{address}"),
            *("-addext", "extendedKeyUsage=serverAuth", "-keyout", str(key), "-out", str(certificate)),
        )
    finally:
        os.umask(before)
    if made.returncode:
        why = (made.stderr.strip().splitlines() or ["?"])[-1][:120]
        raise Trouble(line("I cannot make a certificate: {why}.", why=why), line("Check the disk and try again."))


def _openssl(*words: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("openssl")
    if tool is None:
        raise Trouble(
            line("I cannot make a certificate: openssl is missing."),
            line("Run: {command}", command=apt(["openssl"])),
        )
    return subprocess.run([tool, *words], capture_output=True, text=True, timeout=60, check=False)
