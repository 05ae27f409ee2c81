package moirai.analysis.listappend;

import java.util.List;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Txn;

/** A small random history that prints itself in history notation. */
record Sample(List<Txn> txns, boolean complete) {

    Sample {
        txns = List.copyOf(txns);
    }

    History history() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        return builder.build(complete);
    }

    @Override
    public String toString() {
        return (complete ? "# complete\n" : "# not complete\n") + HistoryNotation.format(history());
    }
}
