package moirai.formats;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Optional;

/**
 * Distinguishes files that begin with a bracket: operations in EDN or JSON, and sessions in JSON.
 *
 * <p>A map in EDN has keywords for keys and one in JSON has strings. In JSON, sessions are arrays of arrays, or stand
 * in an object whose members no operation has.
 */
final class OpsDetection {

    private static final List<String> DBCOP_MEMBERS = List.of("params", "info", "start", "end", "data");

    private OpsDetection() {}

    /** Returns the format of what begins at {@code from}, which is no blank. */
    static Optional<HistoryFormat> of(byte[] head, int from) {
        int at = skipBlanks(head, from);
        if (at < head.length && head[at] == '[') {
            at = skipBlanks(head, at + 1);
            if (at == head.length || head[at] == '[' || head[at] == ']') {
                return Optional.of(HistoryFormat.DBCOP_JSON);
            }
        }
        if (at == head.length || head[at] != '{') {
            return at == head.length || "(#;^,".indexOf(head[at]) >= 0
                    ? Optional.of(HistoryFormat.EDN)
                    : Optional.empty();
        }
        int key = skipBlanks(head, at + 1);
        if (key == head.length || head[key] != '"') {
            return Optional.of(key == head.length || head[key] == '}' ? HistoryFormat.JSON : HistoryFormat.EDN);
        }
        int end = key + 1;
        while (end < head.length && head[end] != '"') {
            end++;
        }
        String member = new String(head, key + 1, end - key - 1, ISO_8859_1);
        return Optional.of(DBCOP_MEMBERS.contains(member) ? HistoryFormat.DBCOP_JSON : HistoryFormat.JSON);
    }

    /** Skips blanks of either notation, and comments of EDN. */
    private static int skipBlanks(byte[] head, int from) {
        int at = from;
        boolean isComment = false;
        while (at < head.length
                && (isComment || FormatDetection.isBlank(head[at]) || head[at] == ',' || head[at] == ';')) {
            isComment = head[at] == ';' || (isComment && head[at] != '\n');
            at++;
        }
        return at;
    }
}
