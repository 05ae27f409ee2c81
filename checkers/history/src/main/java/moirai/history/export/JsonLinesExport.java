package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import moirai.history.History;
import moirai.history.export.EventText.Syntax;

/**
 * One JSON object a line, with the keys and the order of {@link EdnExport} and strings for its keywords.
 *
 * <pre>
 * {"index":0,"time":13984,"type":"invoke","process":3,"f":"txn","value":[["r",9,null],["append",9,1]]}
 * </pre>
 */
public final class JsonLinesExport {

    private JsonLinesExport() {}

    /** Writes the history and flushes; does not close. */
    public static void write(History history, Writer out) throws IOException {
        new EventLines(history, Syntax.JSON, out).write();
    }
}
