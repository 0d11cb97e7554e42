"""The fast way of compiling: each function that is called from outside, as a whole with its callees.

By default numba optimises a function and makes machine code of it together with everything below it, then does the
same for its caller: the closer to the ground, the more often. And the copies of the callees stay callable by others, so
that the optimiser must keep their arguments, results and error codes as they are. Here

- a *callee*, called from other compiled functions, is kept as intermediate code only (:class:`CalleeLibrary`);
- a *whole* function, called from Python or by its address, is joined with the callees it needs, which nobody else can
  see, and only then optimised and translated, once (:class:`WholeLibrary`).

Both are kept on the disk. Besides, the project's own functions count array indices from the start only: a negative one
is out of bounds in them, where numba adds the length of the array (:func:`index_from_start`). That takes three
instructions from every access and a tenth of the time from a game. Functions of others, such as policies in code, index
as numba does.

Documented by numba are the compiler classes and their pipelines
(https://numba.readthedocs.io/en/stable/developer/custom_pipeline.html); the libraries of its code generator, the
environments, the cache's classes, the function that prepares an index and the two methods replaced in
:func:`called_as` are not. Those are listed in
``PRIVATE_NAMES``: where one is missing, importing this module fails with an ``ImportError`` and
:mod:`seti_sim.jit` compiles in numba's own way (:mod:`seti_sim.compilation.plain`), with the same games.
"""

from collections.abc import Callable
from typing import Any, Final, cast

import llvmlite.binding
import numba
from numba import types
from numba.core.caching import CompileResultCacheImpl, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import CodeLibrary, CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import lookup_environment
from numba.np import arrayobj

from seti_sim.compilation.checked_cache import CheckedCache, CheckedImpl

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of the variables begin that lead compiled code to its module's globals."""
ENTRANCES = ("_ZN7cpython", "cfunc.")
"""How the names begin of what is called from outside: numba's wrappers for Python and for calls by address."""
OWN: Final = "_ZN8seti_sim"
"""How the names of the project's functions begin in compiled code."""


PRIVATE_NAMES: Final = {
    JITCodeLibrary: (
        "_ensure_finalized",
        "_finalize_dynamic_globals",
        "_finalize_specific",
        "_get_module_for_linking",
        "_optimize_final_module",
        "_raise_if_finalized",
        "enable_object_caching",
    ),
    CompileResult: ("_find_referenced_environments", "reload_init"),
    # overridden in checked_cache.py: without one of these names files would lose their checksums unnoticed
    CompileResultCacheImpl: ("_locator_classes", "get_filename_base", "rebuild", "reduce"),
    IndexDataCacheFile: (
        "_data_path",
        "_dump",
        "_load_data",
        "_load_index",
        "_open_for_write",
        "_save_data",
        "_save_index",
    ),
    UserProvidedCacheLocator: ("get_suitable_cache_subpath",),
    arrayobj: ("fix_integer_index",),
}
"""Names of numba's classes and modules, outside its documented interface, that this module uses."""
PRIVATE_ATTRIBUTES: Final = {
    CodeLibrary: ("_codegen", "_dynamic_globals", "_reload_init"),
    CPUCodeLibrary: ("_linking_libraries", "_final_module", "_shared_module"),
}
"""The same for attributes, which the classes set when an object is made."""


def missing_names() -> list[str]:
    """What this version of numba lacks of the names that this module uses."""
    names = [(kind, name, hasattr(kind, name)) for kind, found in PRIVATE_NAMES.items() for name in found]
    for kind, attributes in PRIVATE_ATTRIBUTES.items():
        names += [(kind, name, name in kind.__init__.__code__.co_names) for name in attributes]
    return [f"{kind.__name__}.{name}" for kind, name, known in names if not known]


if missing_names():
    raise ImportError(f"numba {numba.__version__} has no {', '.join(missing_names())}")


_numbas_index = arrayobj.fix_integer_index


def index_from_start(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """The code of an array index of the integer type ``kind``: as it is in the project's functions, else numba's.

    ``tests/compilation/test_linking.py`` holds that no index of the project counts from the end; with
    ``NUMBA_BOUNDSCHECK=1`` one that is negative in a game raises ``IndexError``.
    """
    if kind.signed and builder.function.name.startswith(OWN):
        return context.cast(builder, index, kind, types.intp)
    return _numbas_index(context, builder, kind, index, size)


arrayobj.fix_integer_index = index_from_start


class CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Intermediate code of a function and its callees, neither optimised as a whole nor translated."""

    def finalize(self) -> None:
        """Take in the callees; there is nothing else to do."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Zero: only compiled functions can call a callee."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "CalleeLibrary":
        """What sets the environments of machine code: there is none."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Nothing to do; :class:`WholeLibrary` does it."""

    def serialize(self) -> tuple[str, bytes]:
        """Name and code, for the disk."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def read(cls, codegen: Any, state: tuple[str, bytes]) -> "CalleeLibrary":
        """What :meth:`serialize` gave."""
        name, code = state
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvmlite.binding.parse_bitcode(code)
        library._finalize_dynamic_globals()
        library._finalized = True
        return library


class WholeLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Machine code of a function that is called from outside, with all its callees."""

    def _optimize_final_module(self) -> None:
        """Hide all but the entrances first: the optimiser may then change how the rest is called, and drop some."""
        for function in self._final_module.functions:
            if not function.is_declaration and not function.name.startswith(ENTRANCES):
                function.linkage = llvmlite.binding.Linkage.internal
        super()._optimize_final_module()

    def _finalize_specific(self) -> None:
        """Connect the callees with their modules' globals, as each would be on its own."""
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)


class CalleeCompiler(Compiler):  # type: ignore[misc]  # numba has no types
    """Compiles functions for compiled callers."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes, with another library."""
        state = self.state
        state.library = CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return cast(list[Any], super().define_pipelines())


class WholeCompiler(Compiler):  # type: ignore[misc]  # numba has no types
    """Compiles functions for callers in Python and by address."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes, with another library."""
        state = self.state
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return cast(list[Any], super().define_pipelines())


class _CalleeImpl(CheckedImpl):
    """How a callee is written to the disk."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """Not the file of the whole function of the same name."""
        return f"callee-{super().get_filename_base(fullname, abiflags)}"

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        """What can be pickled of a compile result."""
        cres.fndesc.typemap = cres.fndesc.calltypes = None
        environments = tuple(cres._find_referenced_environments())
        return (
            cres.library.serialize(),
            cres.fndesc,
            cres.environment,
            cres.signature,
            str(cres.type_annotation),
            cres.reload_init,
            environments,
        )

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> CompileResult:
        """The compile result again."""
        library, fndesc, environment, signature, annotation, reload_init, environments = payload
        for function in reload_init:
            function()
        callee = CalleeLibrary.read(target_context.codegen(), library)
        return CompileResult(
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=target_context.get_executable(callee, fndesc, environment),
            typing_error=None,
            type_annotation=annotation,
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=fndesc,
            library=callee,
            call_helper=None,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=environments,
        )


class CalleeCache(CheckedCache):
    """Callees on the disk."""

    _impl_class = _CalleeImpl


def widened(argument: types.Type) -> types.Type:
    """The type an argument is compiled for: every integer but the unsigned 64-bit one becomes int64."""
    plain = types.unliteral(argument)
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain


def called_as(callee: Any, whole: Any) -> Any:
    """Make compiled functions call ``callee`` where they name ``whole``, which stays for callers in Python.

    They share one specialisation, whatever widths the integers at the call have: without it a function called with an
    int8 field, an int16 field and a literal is compiled three times (measured: 785 compilations in place of 350).
    """

    def get_call_template(args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Any:
        return callee.get_call_template(tuple(widened(a) for a in args), {k: widened(a) for k, a in kws.items()})

    whole.get_call_template = get_call_template
    whole.get_overload = callee.get_overload
    return whole


def compiled(
    function: Callable[..., Any], settings: dict[str, Any], *, cached: bool, by_address: bool, forceinline: bool
) -> Any:
    """The function, compiled with numba's ``settings`` when it is first called."""
    settings = settings | {"forceinline": forceinline, "no_cfunc_wrapper": True}
    outer_settings = settings | {"no_cfunc_wrapper": not by_address}
    outer = numba.njit(pipeline_class=WholeCompiler, **outer_settings)(function)
    inner = numba.njit(no_cpython_wrapper=True, pipeline_class=CalleeCompiler, **settings)(function)
    if cached:
        outer._cache = CheckedCache(function)
        inner._cache = CalleeCache(function)
    return called_as(inner, outer)


class Address(types.WrapperAddressProtocol):  # type: ignore[misc]  # numba has no types
    """A function compiled ``by_address`` as a value, to be passed to compiled functions.

    The caller is compiled and optimised without the callee, so that the one can be exchanged for another, or left out.
    """

    def __init__(self, function: Any, signature: Any) -> None:
        self.function = function
        self._signature = signature
        self._found = 0

    def __wrapper_address__(self) -> int:
        """Address of the compiled function, which is compiled or read from the cache when it is first asked for."""
        if not self._found:
            self.function.compile(self._signature)
            found = self.function.overloads[self._signature.args]
            self._found = found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name)
        return self._found

    def signature(self) -> Any:
        """The numba signature."""
        return self._signature
