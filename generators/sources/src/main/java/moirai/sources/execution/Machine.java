package moirai.sources.execution;

import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.Set;
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
    final Jdbc jdbc;
    final Outside outside;
    final int loopMax;

    /** The methods that were executed, by identity. */
    final Set<MethodDeclaration> called;

    Machine(TxnRecord record, TxnExecution.Sources sources, SqlTranslator translator) {
        this.record = record;
        this.index = sources.index();
        this.called = sources.called();
        this.loopMax = sources.loopMax();
        this.lowering = new Lowering(record);
        this.names = new Names(this);
        this.statements = new Statements(this);
        this.loops = new Loops(this);
        this.switches = new Switches(this);
        this.expressions = new Expressions(this);
        this.calls = new Calls(this);
        this.library = new Library(this);
        this.outside = new Outside(this);
        this.jdbc = new Jdbc(this, new Emission(this, translator));
    }
}
