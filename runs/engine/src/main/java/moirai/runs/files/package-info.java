/**
 * Files as users meet them: output that appears whole or not at all ({@link moirai.runs.files.WholeOutput}), and
 * histories in notation. Knows nothing of runs.
 */
@NullMarked
package moirai.runs.files;

import org.jspecify.annotations.NullMarked;
