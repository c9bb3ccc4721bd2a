"""How the wheel is built; its metadata is in setup.cfg."""

import shutil

from setuptools import setup
from setuptools.command.build import build


class FreshBuild(build):
    """A build without the files that an earlier build of this checkout left behind.

    Setuptools would install modules of another release, which no longer exist in this one.
    """

    def run(self) -> None:
        """Build into an empty folder."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build": FreshBuild})
