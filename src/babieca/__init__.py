"""Babieca: knight's tours. `babieca.public` lists the public names; they are loaded when needed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babieca.public import *  # noqa: F403
    from babieca.public import __all__ as __all__

    __version__: str
else:

    def __getattr__(name):
        if name == "__version__":
            from importlib.metadata import version

            return version("babieca")
        if name == "__all__" or not name.startswith("_"):
            import importlib.util

            # A module that another one imports must not load all public names.
            if importlib.util.find_spec(f"babieca.{name}") is not None:
                return importlib.import_module(f"babieca.{name}")
            public = importlib.import_module("babieca.public")
            # While the public names are being loaded, no name is public yet.
            listed = vars(public).get("__all__", ())
            if name == "__all__":
                return listed
            if name in listed:
                return vars(public)[name]
        raise AttributeError(f"module 'babieca' has no attribute {name!r}")

    def __dir__():
        return ["__version__", *__getattr__("__all__")]
