package moirai.analysis.streaming.models;

import java.util.Optional;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.DataModel;
import moirai.history.RunHeader;

/** Chooses the stream that judges a kind of data. */
public final class HistoryStreams {

    private HistoryStreams() {}

    /**
     * Returns a stream that begins with the first transaction.
     *
     * @param past reads again what a stream of lists has forgotten; the others do without
     * @param before the judgement of what was dropped of a history of lists; empty if nothing was
     */
    public static HistoryStream of(
            DataModel model, RunHeader header, Past past, StreamLimits limits, Optional<JudgedBefore> before) {
        if (before.isPresent() && model != DataModel.LIST_APPEND) {
            throw new IllegalArgumentException("a judgement of lists before " + model.plural());
        }
        return switch (model) {
            case LIST_APPEND -> new ListAppendStream(header, past, limits, before);
            case REGISTER, SET -> new KeyValueStream(model, header, limits);
            case COUNTER -> new CounterStream(header, limits);
        };
    }
}
