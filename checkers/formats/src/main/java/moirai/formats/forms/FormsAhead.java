package moirai.formats.forms;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Optional;
import moirai.formats.text.ReadAhead;

/**
 * Operations that a thread of its own reads ahead, many on a tape. The caller's tape is exchanged for one that is full,
 * so nothing is copied. Three batches are in memory, each of up to {@value #HELD_MAX} parts and one operation.
 */
public final class FormsAhead implements Forms {

    private static final int HELD_MAX = 1 << 15;

    private final ReadAhead<Batch> batches;
    private Batch batch = new Batch();
    private int used;

    /** The operations on a tape, by their first cells. */
    private static final class Batch {

        private final Tape tape = new Tape();
        private final IntArrayList starts = new IntArrayList();

        private boolean fill(Forms forms, int heldMax) {
            tape.clear();
            starts.clear();
            int start = 0;
            while (tape.held() < heldMax) {
                if (!forms.next(tape)) {
                    return false;
                }
                starts.add(start);
                start = tape.size();
            }
            return true;
        }
    }

    /** Begins to read these operations. */
    public FormsAhead(Forms forms) {
        this(forms, HELD_MAX);
    }

    /** @param heldMax how much a tape holds before another is filled, see {@link Tape#held} */
    FormsAhead(Forms forms, int heldMax) {
        this.batches = new ReadAhead<>(
                true, List.of(new Batch(), new Batch(), new Batch()), batch -> batch.fill(forms, heldMax));
    }

    @Override
    public boolean next(Tape tape) {
        while (used == batch.starts.size()) {
            Optional<Batch> next = batches.next();
            if (next.isEmpty()) {
                return false;
            }
            batch = next.get();
            used = 0;
            tape.exchange(batch.tape);
        }
        tape.moveTo(batch.starts.getInt(used++));
        return true;
    }

    @Override
    public void close() {
        batches.close();
    }
}
