package moirai.junit.properties;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;
import moirai.history.History;
import moirai.history.HistoryNotation;
import net.jqwik.api.SampleReportingFormat;

/**
 * The form in which jqwik reports a history: each transaction on a line, in the notation of {@link HistoryNotation}.
 */
public final class HistoryReport implements SampleReportingFormat {

    @Override
    public boolean appliesTo(Object value) {
        return value instanceof History;
    }

    @Override
    public Object report(Object value) {
        var history = (History) value;
        var lines = new LinkedHashMap<Object, Object>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            lines.put(
                    SampleReportingFormat.plainLabel("T" + txn),
                    SampleReportingFormat.plainLabel(HistoryNotation.format(history.txn(txn))));
        }
        return lines.isEmpty() ? new ArrayList<>() : lines;
    }

    @Override
    public Optional<String> label(Object value) {
        return Optional.of("History");
    }
}
