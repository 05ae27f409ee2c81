package moirai.directed.encoding;

import java.util.Set;
import moirai.directed.levels.Promises;
import moirai.directed.program.TxnType;

/**
 * A call of a transaction, at a level.
 *
 * @param partners the names of transactions in whose company this one is serializable: of the two calls the later one
 *    sees all of the earlier one, and their writes do not mingle
 */
public record Instance(TxnType type, Promises level, Set<String> partners) {

    public Instance {
        partners = Set.copyOf(partners);
    }

    /** Returns the same call among transactions that all promise what it promises. */
    Instance amongPeers() {
        return new Instance(type, level.amongPeers(), partners);
    }
}
