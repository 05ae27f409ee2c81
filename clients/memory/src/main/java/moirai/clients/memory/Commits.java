package moirai.clients.memory;

import java.util.Arrays;
import java.util.List;

/**
 * Decides whether a transaction may commit, and carries its commit out.
 *
 * <p>Planted bugs hook in at three places: a refusal is waved through, an append is installed differently, and a
 * refusal leaves the appends in place.
 */
final class Commits {

    /** The age up to which the dependencies of a version are kept, in commits. */
    private static final int DEPENDENCY_AGE_MAX = 63;

    private Commits() {}

    /** Installs the appends if the transaction may commit; returns whether it did. */
    static boolean commit(MemoryTxn txn) {
        if (txn.hasAppends()) {
            boolean granted = switch (txn.database().isolation()) {
                case STRICT_SERIALIZABLE -> !appendsToFrozen(txn.uses()) && (readsHold(txn) || wavesThrough(txn));
                case SNAPSHOT_ISOLATION -> appendsUncontended(txn);
            };
            if (!granted) {
                return false;
            }
            if (readsNothing(txn.uses()) && txn.database().trigger().fires(PlantedBug.LOST_WRITE)) {
                return true;
            }
            installAll(txn);
        }
        if (txn.database().trigger().plants(PlantedBug.INCOMPATIBLE_ORDER)) {
            noteReads(txn.uses());
        }
        return true;
    }

    /** Drops the appends of a refused or rolled back transaction, unless the bug that forgets to do so fires. */
    static void refuse(MemoryTxn txn) {
        BugTrigger trigger = txn.database().trigger();
        boolean isPlanted = trigger.plants(PlantedBug.ABORTED_READ) || trigger.plants(PlantedBug.DIRTY_UPDATE);
        if (!isPlanted
                || !txn.hasAppends()
                || appendsToFrozen(txn.uses())
                || !(trigger.fires(PlantedBug.ABORTED_READ) || trigger.fires(PlantedBug.DIRTY_UPDATE))) {
            return;
        }
        long stamp = txn.database().nextCommit();
        for (KeyUse use : txn.uses()) {
            if (use.isAppended()) {
                install(txn, use, stamp, Version.Basis.OTHER);
                use.list.frozen = trigger.plants(PlantedBug.ABORTED_READ);
            }
        }
    }

    /** Returns whether the version was made by this commit, or depends on it by ww and wr edges. */
    static boolean dependsOn(Version version, long commit) {
        long age = version.stamp - commit;
        return age == 0 || (age > 0 && age <= DEPENDENCY_AGE_MAX && (version.dependencies >>> age & 1) == 1);
    }

    private static boolean appendsToFrozen(List<KeyUse> uses) {
        for (KeyUse use : uses) {
            if (use.isAppended() && use.list.frozen) {
                return true;
            }
        }
        return false;
    }

    private static boolean readsNothing(List<KeyUse> uses) {
        for (KeyUse use : uses) {
            if (use.isRead()) {
                return false;
            }
        }
        return true;
    }

    private static boolean readsHold(MemoryTxn txn) {
        for (KeyUse use : txn.uses()) {
            if (!use.isValid()) {
                return false;
            }
        }
        return true;
    }

    private static boolean appendsUncontended(MemoryTxn txn) {
        for (KeyUse use : txn.uses()) {
            if (use.isAppended() && use.list.current().stamp > txn.snapshot()) {
                return false;
            }
        }
        return true;
    }

    /** Decides whether a bug lets a transaction commit although its reads no longer hold. */
    private static boolean wavesThrough(MemoryTxn txn) {
        BugTrigger trigger = txn.database().trigger();
        return (trigger.plants(PlantedBug.WRITE_SKEW)
                        && appendsUncontended(txn)
                        && trigger.fires(PlantedBug.WRITE_SKEW))
                || (trigger.plants(PlantedBug.PHANTOM)
                        && itemsHold(txn.uses())
                        && appendsUncontended(txn)
                        && trigger.fires(PlantedBug.PHANTOM))
                || (trigger.plants(PlantedBug.LOST_UPDATE)
                        && wouldLoseUpdate(txn.uses())
                        && trigger.fires(PlantedBug.LOST_UPDATE));
    }

    /** Returns whether nothing has changed but what scans of ranges did not find. */
    private static boolean itemsHold(List<KeyUse> uses) {
        for (KeyUse use : uses) {
            if (use.isItem() && !use.isValid()) {
                return false;
            }
        }
        return true;
    }

    private static boolean wouldLoseUpdate(List<KeyUse> uses) {
        int lost = 0;
        for (KeyUse use : uses) {
            if (!use.isValid()) {
                if (!use.isAppended() || use.isReadAfterAppend()) {
                    return false;
                }
                if (use.list.successor(use.version()).basis != Version.Basis.PREDECESSOR) {
                    return false;
                }
                lost++;
            }
        }
        return lost == 1;
    }

    private static void installAll(MemoryTxn txn) {
        BugTrigger trigger = txn.database().trigger();
        List<KeyUse> uses = txn.uses();
        int below = Insertions.find(txn);
        long stamp = txn.database().nextCommit();
        long dependencies = trigger.plants(PlantedBug.LONG_FORK) ? dependencies(uses, stamp) : 0;
        for (int i = 0; i < uses.size(); i++) {
            KeyUse use = uses.get(i);
            if (i == below) {
                Insertions.insert(use, stamp, txn.database().horizon());
            } else if (use.isAppended()) {
                install(txn, use, stamp, basis(use));
                use.list.current().dependencies = dependencies;
            }
        }
    }

    /** Returns the commits that a new version depends on: those it read or stands on, and what these depend on. */
    private static long dependencies(List<KeyUse> uses, long stamp) {
        long dependencies = 0;
        for (KeyUse use : uses) {
            Version version = use.isRead() ? use.version() : use.list.current();
            long age = stamp - version.stamp;
            if (age <= DEPENDENCY_AGE_MAX) {
                dependencies |= version.dependencies << age | 1L << age;
            }
        }
        return dependencies;
    }

    private static void noteReads(List<KeyUse> uses) {
        for (KeyUse use : uses) {
            if (use.isRead() && use.isTruthful()) {
                use.list.longestCommittedRead = Math.max(use.list.longestCommittedRead, use.seenLength());
            }
        }
    }

    private static Version.Basis basis(KeyUse use) {
        if (!use.isRead()) {
            return Version.Basis.BLIND;
        }
        return use.isValid() ? Version.Basis.PREDECESSOR : Version.Basis.OTHER;
    }

    private static void install(MemoryTxn txn, KeyUse use, long stamp, Version.Basis basis) {
        BugTrigger trigger = txn.database().trigger();
        int[] added = use.appended();
        int count = use.appendedCount();
        if (trigger.fires(PlantedBug.DUPLICATE_APPEND)) {
            added = Arrays.copyOf(added, count + 1);
            added[count] = added[count - 1];
            count++;
        } else if (count > 2 && !use.isReadAfterAppend() && trigger.fires(PlantedBug.REORDERED_APPENDS)) {
            added = Arrays.copyOf(added, count);
            added[0] = use.appended()[1];
            added[1] = use.appended()[0];
        } else if (trigger.fires(PlantedBug.GARBAGE_READ)) {
            added = Arrays.copyOf(added, count + 1);
            added[count] = (int) (Integer.MIN_VALUE + trigger.firedCount());
            count++;
        }
        use.list.install(
                use.list.current().extended(stamp, added, count, basis),
                txn.database().horizon());
    }
}
