/**
 * Files: texts that are written whole or not at all, values as JSON, and texts that come with Moirai. This package knows
 * nothing of runs and cases.
 */
@NullMarked
package moirai.runs.files;

import org.jspecify.annotations.NullMarked;
