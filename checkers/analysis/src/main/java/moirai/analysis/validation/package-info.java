/**
 * Judges any recorded history: picks the engine by the history's kind and the level asked for, cycles of dependencies
 * for lists where they decide the level, axioms otherwise. Start reading at
 * {@link moirai.analysis.validation.LevelChecker}.
 */
@NullMarked
package moirai.analysis.validation;

import org.jspecify.annotations.NullMarked;
