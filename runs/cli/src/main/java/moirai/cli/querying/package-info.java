/** What commands share that answer questions in SQL. Start reading at {@code QuestionOptions}. */
@NullMarked
package moirai.cli.querying;

import org.jspecify.annotations.NullMarked;
