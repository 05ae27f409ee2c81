package moirai.sources.execution;

import moirai.sources.index.SourceIndex;
import moirai.sources.sql.SqlTranslator;

/** The parts that execute one transaction together. */
final class Machine {

    /** Calls within calls. */
    static final int DEPTH_MAX = 16;

    final TxnRecord record;
    final SourceIndex index;
    final Lowering lowering;
    final Names names;
    final Statements statements;
    final Loops loops;
    final Switches switches;
    final Expressions expressions;
    final Calls calls;
    final Library library;
    final Creation creation;
    final Jdbc jdbc;
    final int loopMax;

    Machine(TxnRecord record, SourceIndex index, SqlTranslator translator, int loopMax) {
        this.record = record;
        this.index = index;
        this.loopMax = loopMax;
        this.lowering = new Lowering(record);
        this.names = new Names(this);
        this.statements = new Statements(this);
        this.loops = new Loops(this);
        this.switches = new Switches(this);
        this.expressions = new Expressions(this);
        this.calls = new Calls(this);
        this.library = new Library(this);
        this.creation = new Creation(this);
        this.jdbc = new Jdbc(this, new Emission(this, translator));
    }
}
