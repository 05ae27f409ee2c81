package moirai.runs.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import moirai.analysis.durability.Durability;
import moirai.clients.Endpoint;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryWriter;
import moirai.runs.LiveRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;

/**
 * The final reads of a part of a run at a database that outlives it: of all keys that its tables hold, those of earlier
 * parts included, so that what was lost while nobody recorded becomes visible.
 */
public final class RemainingReads implements LiveRun.Beside {

    private final Target.Clients clients;
    private final Endpoint endpoint;
    private final LongSupplier clock;
    private final Keys held;
    private final StopRequest stop;
    private final List<String> notes = new ArrayList<>();
    private final List<HistoryWriter> writers = new ArrayList<>();

    /**
     * The keys that the tables hold.
     *
     * @param model what they hold
     */
    public record Keys(DataModel model, int first) {}

    public RemainingReads(Target.Clients clients, Endpoint endpoint, LongSupplier clock, Keys held, StopRequest stop) {
        this.clients = clients;
        this.endpoint = endpoint;
        this.clock = clock;
        this.held = held;
        this.stop = stop;
    }

    /** Returns one writer for the marks, and one for the reads. */
    @Override
    public int writerCount() {
        return 2;
    }

    @Override
    public void begin(List<HistoryWriter> own) {
        writers.addAll(own);
    }

    @Override
    public void end(int keyCount, AtomicInteger sessions) throws InterruptedException {
        // Wanted in any case: without its end, this mark says that nobody knows.
        record(FaultEvent.Phase.INJECTED);
        if (stop.isAsked()) {
            notes.add("there are no final reads, since the run was stopped before them: whether acknowledged writes"
                    + " were lost is not known");
            return;
        }
        var keys = new FinalReading.Keys(held.model(), held.first(), keyCount);
        List<String> unread = new FinalReading(clients, clock, keys, sessions, stop)
                .run(List.of(new FinalReading.Place(Durability.OUTLIVING, endpoint)), writers.subList(1, 2));
        if (unread.isEmpty()) {
            record(FaultEvent.Phase.HEALED);
        } else {
            notes.addAll(unread);
        }
    }

    private void record(FaultEvent.Phase phase) {
        writers.getFirst()
                .fault(new FaultEvent(clock.getAsLong(), phase, Durability.FINAL_READS, Durability.OUTLIVING));
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void close() {
        HistoryWriter.closeAll(writers);
    }
}
