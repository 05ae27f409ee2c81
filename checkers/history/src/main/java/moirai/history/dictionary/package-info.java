/**
 * The dictionary by which a history file stores each read as what it adds to the reads before it. Writers and readers
 * keep the same one, so its rules are part of the file format.
 */
@NullMarked
package moirai.history.dictionary;

import org.jspecify.annotations.NullMarked;
