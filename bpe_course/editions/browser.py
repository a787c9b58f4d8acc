"""Printing a page to PDF with a browser that is installed: Chromium, Chrome or Edge."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
SECONDS = 120


def find_browser() -> str | None:
    """Return the path of a browser that prints without a window, or None."""
    on_path = (shutil.which(name) for name in NAMES)
    applications = (path for path in APPLICATIONS if Path(path).exists())
    return next((path for path in (*on_path, *applications) if path), None)


def print_to_pdf(page: Path, pdf: Path, browser: str, query: str = "") -> None:
    """Print an HTML file to a PDF file; `query` follows its address, behind a question mark.

    Raises `RuntimeError` with the browser's last words if no PDF comes out.
    """
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={profile}",
            f"--print-to-pdf={pdf.resolve()}",
            *sandbox_flags(),
            page.resolve().as_uri() + (f"?{query}" if query else ""),
        ]
        ran = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False
        )
    if ran.returncode or not pdf.exists():
        raise RuntimeError(f"{browser} wrote no PDF of {page.name}: {ran.stderr.strip()[-500:]}")


def sandbox_flags() -> list[str]:
    """Return what root needs, as in a container: Chromium refuses its sandbox to root."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--no-sandbox"] if is_root else []
