/**
 * The tables and figures of the paper on MonkeyDB (Biswas, Kakwani, Vedurada, Enea, Lal, 2021), measured on the mock
 * store: {@code scripts/mock-figures}.
 */
@NullMarked
package moirai.studies.monkeydb;

import org.jspecify.annotations.NullMarked;
