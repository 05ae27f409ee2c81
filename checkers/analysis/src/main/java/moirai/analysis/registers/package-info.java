/**
 * Finds cycles of dependencies in histories of registers, after Kingsbury and Alvaro, "Elle" (2020), sections 5 to 7.4:
 * orders of versions are inferred from rules, of which each is used only for what it proves. Proves violations and
 * never that a level holds. Start reading at {@link moirai.analysis.registers.RegisterCycles}.
 */
@NullMarked
package moirai.analysis.registers;

import org.jspecify.annotations.NullMarked;
