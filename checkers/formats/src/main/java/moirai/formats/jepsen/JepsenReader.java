package moirai.formats.jepsen;

import java.nio.file.Path;
import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.EdnForms;
import moirai.formats.forms.Forms;
import moirai.formats.forms.FormsAhead;
import moirai.formats.forms.JsonForms;
import moirai.formats.text.ReadAhead;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;

/**
 * Reads a history of operations, each an invocation or a completion of a process.
 *
 * <pre>
 * {:index 0, :time 13984, :type :invoke, :process 3, :f :txn, :value [[:r 9 nil] [:append 9 1]]}
 * {:index 1, :time 51210, :type :ok, :process 3, :f :txn, :value [[:r 9 []] [:append 9 1]]}
 * </pre>
 *
 * <p>As in all checkers of Jepsen, {@code :ok} is committed, {@code :fail} aborted, and {@code :info} and operations
 * that never complete are indeterminate. Completions without an invocation are accepted; a file of nothing else has no
 * times. Operations that a model does not know are an error where all should be transactions, and are ignored for sets,
 * counters and banks. See {@code Recorder} for order and sessions, {@code EventClock} for times, {@code Names} for keys
 * that are no numbers.
 *
 * <p>Cost: O(bytes) time. Beside the history: 2 MiB, and what the largest operation needs, 16 bytes a part of it,
 * thrice in a long file: a second thread reads that ahead.
 */
public final class JepsenReader {

    /** The number of transactions after which it is asked again how many are to come. */
    private static final int FORESIGHT = 1 << 12;

    private final Path file;
    private final Notation notation;
    private final Reading how;

    private final boolean readsAhead;

    private JepsenReader(Path file, Notation notation, Reading how, boolean readsAhead) {
        this.file = file;
        this.notation = notation;
        this.how = how;
        this.readsAhead = readsAhead;
    }

    /** The notation of operations. */
    public enum Notation {
        EDN,
        JSON
    }

    /**
     * Reads a file.
     *
     * @throws HistoryFormatException with line and column, if it is not as expected; nothing of the file is used then
     */
    public static History read(Path file, Notation notation, Reading how) {
        return read(file, notation, how, ReadAhead.isWorthwhile(file));
    }

    /** Reads a file, ahead in a second thread or not. */
    static History read(Path file, Notation notation, Reading how, boolean readsAhead) {
        return new JepsenReader(file, notation, how, readsAhead).read(new long[0]);
    }

    private OpInput open() {
        ByteWindow in = new ByteWindow(file);
        return new OpInput(in, forms(in), how.acceptsCut());
    }

    private OpInput openAhead() {
        ByteWindow in = new ByteWindow(file);
        return new OpInput(in, readsAhead ? new FormsAhead(forms(in)) : forms(in), how.acceptsCut());
    }

    private Forms forms(ByteWindow in) {
        return switch (notation) {
            case EDN -> new EdnForms(in);
            case JSON -> new JsonForms(in);
        };
    }

    /** @param times of all operations; empty if the file is taken to be in their order */
    private History read(long[] times) {
        try (OpInput input = openAhead()) {
            boolean hasOp = input.next();
            FileHeader header = FileHeader.NONE;
            if (hasOp && FileHeader.isOne(input.tape(), input.op())) {
                header = FileHeader.read(input.in(), input.tape(), input.op().value());
                hasOp = input.next();
            }
            OpModel model = OpModel.named(how.model()).or(header::opModel).orElseGet(this::detect);
            return read(input, hasOp, header, model, times);
        }
    }

    private OpModel detect() {
        try (OpInput input = open()) {
            return ModelDetection.of(input);
        }
    }

    private History read(OpInput input, boolean hasOp, FileHeader header, OpModel model, long[] times) {
        DataModel data = model.dataModel();
        boolean areElements = data == DataModel.LIST_APPEND || data == DataModel.SET;
        var names = new Names(areElements, header.labels(), header.isExact());
        var history = new HistoryBuilder(origin(header, model));
        if (!header.isTimed()) {
            history.untimed();
        }
        var steps = new StepReader(input.in(), input.tape(), data, names);
        var actions = new Actions(input.tape(), model, steps, new KeyForm(input, model, how.keys(), this::open));
        var clock = new EventClock(input, how.ignoresTimes(), header.isExact(), times);
        boolean isGuessed = how.model().isEmpty() && header.opModel().isEmpty();
        long fileBytes = file.toFile().length();
        var recorder = new Recorder(input, actions, clock, history, header.isExact(), isGuessed);
        for (boolean hasMore = hasOp; hasMore; hasMore = input.next()) {
            recorder.take();
            if (recorder.txnCount() % FORESIGHT == 0) {
                history.reserveFor(input.tape().place(input.op().map()), fileBytes);
            }
            if (clock.isOutOfOrder()) {
                return read(sortedTimes(header));
            }
        }
        recorder.finish();
        if (recorder.txnCount() == 0 && !header.isExact()) {
            throw new HistoryFormatException(file.toString(), "has no transaction, and there is nothing to judge");
        }
        history.labels(names.labels());
        order(history, recorder, input.in().isCut());
        return history.build(header.isComplete() && !input.in().isCut());
    }

    private long[] sortedTimes(FileHeader header) {
        try (OpInput input = openAhead()) {
            return SortedEvents.times(input, how.ignoresTimes(), header.isExact());
        }
    }

    /**
     * Returns the origin of the history. Counters and balances are the same columns, and judged by other rules, so the
     * model is kept with the history. A model that was only guessed is not kept, because it can be guessed again.
     */
    private RunHeader origin(FileHeader header, OpModel model) {
        boolean isKnown = model == OpModel.BANK
                || (model == OpModel.COUNTER && !how.model().isEmpty());
        return isKnown ? header.run().meaning(model.label()) : header.run();
    }

    /** Puts the history into the order that the file gives, if it gives one. */
    private void order(HistoryBuilder history, Recorder recorder, boolean isCut) {
        if (recorder.isNumbered()) {
            try {
                history.reorder(recorder.order(isCut));
            } catch (IllegalArgumentException refused) {
                throw new HistoryFormatException(
                        file.toString(),
                        isCut
                                ? "gives two transactions the same number as :txn; expected each once"
                                : "numbers transactions as :txn, but not each from 0 on once");
            }
        }
    }
}
