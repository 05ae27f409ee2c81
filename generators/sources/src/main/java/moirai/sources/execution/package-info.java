/** Symbolic execution of methods: paths are conditions, values are expressions over what statements returned. */
@NullMarked
package moirai.sources.execution;

import org.jspecify.annotations.NullMarked;
