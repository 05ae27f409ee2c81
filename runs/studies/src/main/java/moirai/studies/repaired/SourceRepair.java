package moirai.studies.repaired;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import moirai.directed.program.Assignment;
import moirai.directed.program.Expression.Field;
import moirai.directed.program.Expression.Parameter;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.VersionFix;
import moirai.sources.CodeParameter;
import moirai.sources.SourceCode;
import moirai.sources.TxnSource;
import moirai.studies.repaired.ParsedSources.Place;
import moirai.studies.repaired.ParsedSources.Text;

/*
 * A statement of the abstract program has the line of the source at which it is executed, which may be in a method that
 * several statements share. So its text is found by what it says: the text of the sources that the analysis translates
 * to a statement on the same table with the same columns and the same columns in its condition. If there are several,
 * those of the same file count.
 */
/** Repairs that are applied to the texts and the code of a copy of the sources. */
final class SourceRepair {

    private final ParsedSources sources;
    private final SourceCode code;
    private final int loopMax;
    private final SourceEdits edits;
    private final Map<Text, List<Shape>> shapes = new LinkedHashMap<>();
    private final Set<String> sharers = new TreeSet<>();

    /** What tells a statement of SQL from others. */
    private record Shape(String verb, String table, List<String> columns, Set<String> pinned) {

        Shape {
            columns = List.copyOf(columns);
            pinned = Set.copyOf(pinned);
        }

        static Shape of(Program program, Statement statement) {
            Table table = program.table(statement.table());
            return new Shape(
                    statement.getClass().getSimpleName(),
                    table.name(),
                    statement instanceof Statement.Select select
                            ? select.fields()
                            : statement.assignments().stream()
                                    .map(Shape::assigned)
                                    .toList(),
                    table.allFields().stream()
                            .filter(field -> statement.where().pins(List.of(field)))
                            .collect(Collectors.toSet()));
        }

        /** Returns the field that is assigned, and whether its value comes from the row itself. */
        private static String assigned(Assignment assignment) {
            boolean isOfRow = assignment.value().parts().anyMatch(Field.class::isInstance);
            return assignment.field() + (isOfRow ? " of the row" : "");
        }
    }

    /**
     * Creates a repair without any change.
     *
     * @param sources the copy
     * @param code what the copy was translated to
     */
    SourceRepair(ParsedSources sources, SourceCode code, int loopMax) {
        this.sources = sources;
        this.code = code;
        this.loopMax = loopMax;
        this.edits = new SourceEdits(sources);
        for (Text text : sources.texts()) {
            if (text.value().strip().matches("(?is)(SELECT|UPDATE|INSERT|DELETE)\\b.*")) {
                List<Shape> found = code.statements(text.value(), index -> new Parameter("bound" + index)).stream()
                        .map(statement -> Shape.of(program(), statement))
                        .toList();
                shapes.put(text, found);
            }
        }
    }

    private Program program() {
        return code.translation().program();
    }

    /** Returns the changes. */
    SourceEdits edits() {
        return edits;
    }

    /** Returns the transactions that execute a changed SELECT as well, though no repair names them. */
    Set<String> sharers() {
        return Set.copyOf(sharers);
    }

    /**
     * Applies changes of statements and tables. Levels and the check of keys are no matter of the texts.
     *
     * @throws NotApplied if one of them is not one that a text shows how to make
     */
    void apply(List<Fix> fixes) {
        for (Fix fix : fixes) {
            switch (fix) {
                case Fix.Lock lock -> lock(lock);
                case VersionFix version -> version(version);
                case Fix.Unique unique ->
                    edits.change(
                            definition(unique.table()),
                            sql -> SqlEdit.defining(sql, "UNIQUE (" + String.join(", ", unique.fields()) + ")"));
                case Fix.Keys keys -> requireKey(keys.table());
                case Fix.Level level -> {}
            }
        }
        noteSharers(fixes);
    }

    private void noteSharers(List<Fix> fixes) {
        var named = new TreeSet<String>();
        var locked = new LinkedHashSet<Text>();
        for (Fix fix : fixes) {
            if (fix instanceof Fix.Lock(String txn, List<String> selects)) {
                for (String label : selects) {
                    named.add(txn + "." + label);
                    locked.add(text(txn, label));
                }
            }
        }
        for (TxnType txn : program().txns()) {
            for (Statement statement : txn.statements(loopMax)) {
                String label = statement.label().split("#", 2)[0];
                boolean isNamed = named.contains(txn.name() + "." + label);
                if (!isNamed && texts(txn.name(), label).stream().anyMatch(locked::contains)) {
                    sharers.add(txn.name() + "." + label);
                }
            }
        }
    }

    private void lock(Fix.Lock lock) {
        for (String label : lock.selects()) {
            edits.change(text(lock.txn(), label), SqlEdit::locking);
        }
    }

    private void requireKey(String table) {
        if (!definition(table).value().matches("(?is).*\\bPRIMARY\\s+KEY\\b.*")) {
            throw new NotApplied("CREATE TABLE " + table + " has no key that a database could check");
        }
    }

    private Shape shape(String txn, String label) {
        return Shape.of(program(), statement(txn, label));
    }

    private Statement statement(String txn, String label) {
        return program().txn(txn).statements(loopMax).stream()
                .filter(statement -> statement.label().split("#", 2)[0].equals(label))
                .findFirst()
                .orElseThrow(() -> new NotApplied("no statement " + label + " in " + txn));
    }

    /** Returns the text of a statement. */
    private Text text(String txn, String label) {
        List<Text> found = texts(txn, label);
        if (found.size() != 1) {
            throw new NotApplied((found.isEmpty() ? "no text" : found.size() + " texts") + " of the sources may be "
                    + txn + "." + label);
        }
        return found.getFirst();
    }

    /** Returns the texts that may be that of a statement. */
    private List<Text> texts(String txn, String label) {
        Shape shape = shape(txn, label);
        List<Text> all = shapes.entrySet().stream()
                .filter(entry -> entry.getValue().contains(shape))
                .map(Map.Entry::getKey)
                .toList();
        String file = program().txn(txn).origin(label).map(Origin::file).orElse("");
        List<Text> near =
                all.stream().filter(text -> text.place().file().endsWith(file)).toList();
        return near.isEmpty() ? all : near;
    }

    private Text definition(String table) {
        List<Text> found = sources.texts().stream()
                .filter(text -> SqlEdit.isDefinition(text.value(), table))
                .toList();
        if (found.size() != 1) {
            throw new NotApplied("CREATE TABLE " + table + " stands " + found.size() + " times in the sources");
        }
        return found.getFirst();
    }

    private void version(VersionFix version) {
        Text definition = definition(version.table());
        for (Text text : sources.texts()) {
            if (SqlEdit.isInsertWithoutColumns(text.value(), version.table())) {
                edits.change(text, SqlEdit::inserting);
            }
        }
        edits.change(definition, sql -> SqlEdit.defining(sql, version.field() + " INTEGER DEFAULT 0 NOT NULL"));
        shapes.forEach((text, statements) -> {
            if (statements.stream()
                    .anyMatch(shape ->
                            shape.verb().equals("Update") && shape.table().equals(version.table()))) {
                edits.change(text, sql -> SqlEdit.counting(sql, version.field()));
            }
        });
        record Pair(Text read, Text write) {}
        Set<Pair> pairs = new LinkedHashSet<>();
        for (VersionFix.Check check : version.checks()) {
            pairs.add(new Pair(text(version.txn(), check.read()), text(version.txn(), check.write())));
        }
        if (pairs.stream().map(Pair::write).distinct().count() < pairs.size()) {
            throw new NotApplied("an UPDATE would have to check the versions of two SELECTs");
        }
        for (Pair pair : pairs) {
            edits.change(pair.read, sql -> SqlEdit.selecting(sql, version.field()));
            edits.change(pair.write, sql -> SqlEdit.checking(sql, version.field()));
            check(version.field(), pair.read, pair.write);
        }
    }

    /** Hands the version that a SELECT returned to an UPDATE of the same method, which throws if it finds no row. */
    private void check(String field, Text read, Text write) {
        for (Map.Entry<Path, Node> method : methods()) {
            List<String> selects = statements(method.getValue(), read);
            List<String> updates = statements(method.getValue(), write);
            if (selects.size() != 1 || updates.size() != 1) {
                continue;
            }
            List<String> results = method.getValue().findAll(VariableDeclarator.class).stream()
                    .filter(variable -> variable.getInitializer()
                            .filter(value -> isCall(value, selects.getFirst(), "executeQuery"))
                            .isPresent())
                    .map(VariableDeclarator::getNameAsString)
                    .toList();
            List<ExpressionStmt> executions = method.getValue().findAll(ExpressionStmt.class).stream()
                    .filter(statement -> isCall(statement.getExpression(), updates.getFirst(), "executeUpdate"))
                    .toList();
            if (results.size() == 1 && executions.size() == 1) {
                String update = updates.getFirst();
                edits.replace(
                        sources.place(method.getKey(), executions.getFirst()),
                        update + ".setInt(" + SqlEdit.parameters(edits.now(write)) + ", " + results.getFirst()
                                + ".getInt(\"" + field + "\")); if (" + update + ".executeUpdate() == 0) {"
                                + " throw new java.sql.SQLException(\"the row has changed\"); }");
                return;
            }
        }
        throw new NotApplied("no method executes both the SELECT and the UPDATE, each at one place, so that the version"
                + " would have to be handed on");
    }

    private List<Map.Entry<Path, Node>> methods() {
        return sources.units().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(unit -> unit.getValue().findAll(MethodDeclaration.class).stream()
                        .map(method -> Map.entry(unit.getKey(), (Node) method)))
                .toList();
    }

    /** Returns the variables of statements that are prepared from a text. */
    private List<String> statements(Node method, Text text) {
        return method.findAll(VariableDeclarator.class).stream()
                .filter(variable -> variable.getInitializer()
                        .filter(value -> value instanceof MethodCallExpr call
                                && call.getArguments().stream().anyMatch(argument -> isValue(argument, text)))
                        .isPresent())
                .map(VariableDeclarator::getNameAsString)
                .toList();
    }

    private boolean isValue(Expression argument, Text text) {
        return sources.value(argument).filter(text.value()::equals).isPresent();
    }

    private static boolean isCall(Expression expression, String variable, String method) {
        return expression instanceof MethodCallExpr call
                && call.getNameAsString().equals(method)
                && call.getScope()
                        .filter(scope -> scope.toString().equals(variable))
                        .isPresent();
    }

    /**
     * Lets a transaction set its level before anything else.
     *
     * @param constant the name of a constant of {@code java.sql.Connection}
     * @throws NotApplied if the method has no connection as parameter
     */
    void setLevel(String txn, String constant) {
        TxnSource method = code.txns().stream()
                .filter(source -> source.txn().equals(txn))
                .findFirst()
                .orElseThrow();
        String connection = method.parameters().stream()
                .filter(parameter -> parameter.simpleType().equals("Connection"))
                .map(CodeParameter::name)
                .findFirst()
                .orElseThrow(() -> new NotApplied(method.signature() + " is given no connection"));
        List<Place> bodies = sources.units().entrySet().stream()
                .flatMap(unit -> unit.getValue().findAll(MethodDeclaration.class).stream()
                        .filter(declared -> isSame(declared, method))
                        .flatMap(declared -> declared.getBody().stream())
                        .map(body -> sources.place(unit.getKey(), body)))
                .toList();
        if (bodies.size() != 1) {
            throw new NotApplied(bodies.size() + " methods may be " + method.signature());
        }
        int begin = bodies.getFirst().begin() + 1;
        edits.replace(
                new Place(bodies.getFirst().file(), begin, begin),
                " " + connection + ".setTransactionIsolation(java.sql.Connection." + constant + ");");
    }

    private static boolean isSame(MethodDeclaration declared, TxnSource method) {
        boolean isInType = declared.getParentNode()
                .filter(TypeDeclaration.class::isInstance)
                .flatMap(type -> ((TypeDeclaration<?>) type).getFullyQualifiedName())
                .filter(name -> name.equals(method.className().replace('$', '.')))
                .isPresent();
        return isInType
                && declared.getNameAsString().equals(method.method())
                && declared.getParameters().stream()
                        .map(parameter -> parameter.getTypeAsString())
                        .toList()
                        .equals(method.parameters().stream()
                                .map(CodeParameter::type)
                                .toList());
    }
}
