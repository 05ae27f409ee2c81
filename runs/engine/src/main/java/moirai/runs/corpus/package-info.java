/**
 * Cases that are kept, as text in a folder for a repository, and asked again: does the database still do it?
 *
 * <p>Start reading at {@link moirai.runs.corpus.Corpus}, then {@link moirai.runs.corpus.CorpusCheck}.
 */
@NullMarked
package moirai.runs.corpus;

import org.jspecify.annotations.NullMarked;
