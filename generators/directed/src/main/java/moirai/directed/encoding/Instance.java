package moirai.directed.encoding;

import moirai.directed.levels.Level;
import moirai.directed.program.TxnType;

/** One call of a transaction, at a level. */
public record Instance(TxnType type, Level level) {}
