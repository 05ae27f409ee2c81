/** The answers to a store's questions: drawn, scripted, and kept for the next run. */
@NullMarked
package moirai.junit.weak.choices;

import org.jspecify.annotations.NullMarked;
