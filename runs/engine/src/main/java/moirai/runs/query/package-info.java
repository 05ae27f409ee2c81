/**
 * Questions in SQL about a run, or about the nights of campaigns. The history and the files of results become tables of
 * an analytical database, DuckDB, whose driver Maven fetches when the first question is asked.
 *
 * <p>It must not judge: the tables repeat what the history and the files of the run say. Nothing here is in memory as a
 * whole: a history is loaded piece by piece, and the database has a limit of its own.
 *
 * <p>Start reading at {@link moirai.runs.query.RunTables}, which says what there is to be asked, and {@link
 * moirai.runs.query.RunDatabase}.
 */
@NullMarked
package moirai.runs.query;

import org.jspecify.annotations.NullMarked;
