/**
 * The one file format of all kinds of cases, and that of an analysis, which is a list of cases. Files of former
 * versions are read. A file is untrusted: all of it is checked, and nothing in it is run.
 *
 * <p>Start reading at {@link moirai.runs.cases.format.CaseFormat}.
 */
@NullMarked
package moirai.runs.cases.format;

import org.jspecify.annotations.NullMarked;
