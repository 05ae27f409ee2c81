/** The options and answers of the commands that answer questions in SQL. Start reading at {@code QuestionOptions}. */
@NullMarked
package moirai.cli.querying;

import org.jspecify.annotations.NullMarked;
