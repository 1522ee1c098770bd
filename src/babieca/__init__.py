"""Babieca: knight's tours. `babieca.public` has the public names; they are loaded when needed."""

TYPE_CHECKING = False  # as in typing, which takes milliseconds to import

if TYPE_CHECKING:
    from babieca import drawing as drawing
    from babieca import formats as formats
    from babieca import reproduce as reproduce
    from babieca.public import *  # noqa: F403

    __all__: list[str]
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
            public = vars(importlib.import_module("babieca.public"))
            if name == "__all__":
                listed = [known for known in public if not known.startswith("_")]
                return sorted([*listed, "drawing", "formats", "reproduce"])
            if name in public:
                return public[name]
        raise AttributeError(f"module 'babieca' has no attribute {name!r}")

    def __dir__():
        return ["__version__", *__getattr__("__all__")]
