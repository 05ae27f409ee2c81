/**
 * The corpus: cases that are stored as text in a folder of a repository, and checked again to see whether the database
 * still shows them.
 *
 * <p>Start reading at {@link moirai.runs.corpus.Corpus}, then {@link moirai.runs.corpus.CorpusCheck}.
 */
@NullMarked
package moirai.runs.corpus;

import org.jspecify.annotations.NullMarked;
