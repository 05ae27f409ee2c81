package moirai.studies.tpcc;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;
import moirai.mockstore.sql.rows.StoreKey.Cell;
import moirai.scheduling.Step;

/**
 * Has each statement see whom it was told to see. Session n of the store is call n, each of whose statements is a
 * transaction: which one, is what its call has counted.
 */
final class SightChooser implements Chooser {

    private final Sight sight;
    private final List<List<String>> executed;
    private final Int2ObjectOpenHashMap<Step> stepOfTxn = new Int2ObjectOpenHashMap<>();
    private final List<String> refusals = new ArrayList<>();

    /**
     * A chooser.
     *
     * @param executed by call, the statements so far, the current one included; each list is its call's
     */
    SightChooser(Sight sight, List<List<String>> executed) {
        this.sight = sight;
        this.executed = List.copyOf(executed);
    }

    @Override
    public int choose(Choice choice) {
        return 0;
    }

    @Override
    public int source(OpenRead read) {
        int call = read.session();
        var reader = new Step(call, 0, executed.get(call).size() - 1);
        stepOfTxn.put(read.txn(), reader);
        String column = read.key() instanceof Cell cell ? cell.column() : "";
        int wanted = INITIAL;
        for (int writer : read.writers()) {
            if (writer == INITIAL || isSeen(writer, reader, column)) {
                wanted = writer;
                break;
            }
        }
        if (read.allows(wanted)) {
            return wanted;
        }
        refusals.add(reader + " may not read " + read.key() + " from " + wanted);
        return Chooser.super.source(read);
    }

    /** Decides whether a reader sees a writer. One that has read nothing is always seen: nobody asks for its rows. */
    private boolean isSeen(int writer, Step reader, String column) {
        Step step = stepOfTxn.get(writer);
        return step == null || step.session() == reader.session() || sight.sees(step, reader, column);
    }

    /** The reads that the store did not allow. To be asked when no session is at work. */
    List<String> refusals() {
        return List.copyOf(refusals);
    }
}
