package moirai.nemesis.patroni;

import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.PrimaryMove;

/** Who was seen to hold the lock, and which changes of that nobody had asked for. Not thread-safe. */
final class LockRecord {

    private final List<PrimaryMove> moves = new ArrayList<>();
    private String last;

    /** @param first who holds it now */
    LockRecord(String first) {
        this.last = first;
    }

    /** This one holds it; if that is news, nobody has asked for it. */
    void see(String now) {
        if (!now.equals(last)) {
            moves.add(new PrimaryMove(last, now, System.nanoTime()));
            last = now;
        }
    }

    /** One was to have it, and this one holds it: if that is another, nobody has asked for that. */
    void grant(String asked, String now) {
        if (now.equals(asked)) {
            last = now;
        } else {
            see(now);
        }
    }

    /** The changes since this was asked last that nobody has asked for. */
    List<PrimaryMove> take() {
        var taken = List.copyOf(moves);
        moves.clear();
        return taken;
    }
}
