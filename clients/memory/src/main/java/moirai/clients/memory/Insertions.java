package moirai.clients.memory;

import java.util.List;

/**
 * Commits that reverse the version order: own appends go below those of the transaction U that committed to the list
 * last.
 *
 * <p>Only where U never read the list and no transaction has read U's version, so that no answer shows the order that
 * changes.
 */
final class Insertions {

    private static final int NOWHERE = -1;

    private Insertions() {}

    /** Returns the index of the list to insert into, if a bug has its opportunity and fires; else -1. */
    static int find(MemoryTxn txn) {
        List<KeyUse> uses = txn.uses();
        BugTrigger trigger = txn.database().trigger();
        if (trigger.plants(PlantedBug.LATE_APPEND)) {
            boolean isLate = uses.size() == 1
                    && isOpenBelow(uses.getFirst())
                    && uses.getFirst().list.current().stamp <= txn.beginSnapshot();
            return isLate && trigger.fires(PlantedBug.LATE_APPEND) ? 0 : NOWHERE;
        }
        if (!trigger.plants(PlantedBug.DIRTY_WRITE) && !trigger.plants(PlantedBug.CIRCULAR_READ)) {
            return NOWHERE;
        }
        for (int i = 0; i < uses.size(); i++) {
            if (isOpenBelow(uses.get(i))) {
                if (standsAboveElsewhere(uses, i) && trigger.fires(PlantedBug.DIRTY_WRITE)) {
                    return i;
                }
                if (readsElsewhere(uses, i) && trigger.fires(PlantedBug.CIRCULAR_READ)) {
                    return i;
                }
            }
        }
        return NOWHERE;
    }

    /** Puts the appends below those of the current version, which no transaction may read any more. */
    static void insert(KeyUse use, long stamp, long horizon) {
        Version top = use.list.current();
        top.torn = true;
        use.list.install(top.insertedBelow(stamp, use.appended(), use.appendedCount()), horizon);
    }

    private static boolean isOpenBelow(KeyUse use) {
        Version top = use.list.current();
        return use.isAppended() && !use.isRead() && top.basis == Version.Basis.BLIND && !top.observed;
    }

    /** Returns whether this transaction appends to another list to which U appended too. */
    private static boolean standsAboveElsewhere(List<KeyUse> uses, int index) {
        long rival = uses.get(index).list.current().stamp;
        for (int i = 0; i < uses.size(); i++) {
            if (i != index && uses.get(i).isAppended() && uses.get(i).list.hasVersionOf(rival)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether this transaction appends to no other list and read another list exactly as U left it. */
    private static boolean readsElsewhere(List<KeyUse> uses, int index) {
        long rival = uses.get(index).list.current().stamp;
        boolean reads = false;
        for (int i = 0; i < uses.size(); i++) {
            if (i != index) {
                if (uses.get(i).isAppended()) {
                    return false;
                }
                reads |= uses.get(i).version().stamp == rival;
            }
        }
        return reads;
    }
}
