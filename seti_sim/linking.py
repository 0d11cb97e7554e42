"""How compiled functions become machine code: each function that is called from outside, as a whole with its callees.

By default numba optimises a function and makes machine code of it together with everything below it, then does the
same for its caller: the closer to the ground, the more often. And the copies of the callees stay callable by others, so
that the optimiser must keep their arguments, results and error codes as they are. Here

- a *callee*, called from other compiled functions, is kept as intermediate code only (:class:`CalleeLibrary`);
- a *whole* function, called from Python or by its address, is joined with the callees it needs, which nobody else can
  see, and only then optimised and translated, once (:class:`WholeLibrary`).

Both are kept on the disk. Everything here stands on numba's documented hooks for compilers
(https://numba.readthedocs.io/en/stable/developer/custom_pipeline.html) and on the classes of its code generator.
"""

from typing import Any, cast

import llvmlite.binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import lookup_environment

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of the variables begin that lead compiled code to its module's globals."""
ENTRANCES = ("_ZN7cpython", "cfunc.")
"""How the names begin of what is called from outside: numba's wrappers for Python and for calls by address."""


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


class _CalleeCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
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


class CalleeCache(FunctionCache):  # type: ignore[misc]  # numba has no types
    """Callees on the disk."""

    _impl_class = _CalleeCacheImpl
