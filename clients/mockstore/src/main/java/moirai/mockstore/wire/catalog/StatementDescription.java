package moirai.mockstore.wire.catalog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server says of a statement with one column.
 *
 * @param parameters the numbers of their types
 * @param label the name of the column
 * @param type the number of its type
 */
record StatementDescription(List<Integer> parameters, String label, int type) {

    StatementDescription {
        parameters = List.copyOf(parameters);
    }

    /** Reads the answer to a request for a description; empty if it is an error. */
    static Optional<StatementDescription> of(List<BackendMessage> answers) {
        var parameters = new ArrayList<Integer>();
        for (BackendMessage answer : answers) {
            var body = ByteBuffer.wrap(answer.body());
            if (answer.type() == 't') {
                for (int left = body.getShort(); left > 0; left--) {
                    parameters.add(body.getInt());
                }
            } else if (answer.type() == 'T') {
                body.getShort();
                int start = body.position();
                int end = start;
                while (answer.body()[end] != 0) {
                    end++;
                }
                String label = new String(answer.body(), start, end - start, StandardCharsets.UTF_8);
                // Behind the label stand the table and the number of the column, and then the type.
                return Optional.of(new StatementDescription(
                        parameters, label, body.getInt(end + 1 + Integer.BYTES + Short.BYTES)));
            }
        }
        return Optional.empty();
    }
}
