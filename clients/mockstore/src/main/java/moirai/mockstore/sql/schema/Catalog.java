package moirai.mockstore.sql.schema;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.history.Seed;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.ForeignType;

/**
 * The catalogue of a database's definitions. Definitions take effect at once and for every session: they are not part
 * of the transactions whose isolation the store weakens. May be used from several threads.
 */
public final class Catalog {

    private final Sequence randoms = Sequence.ascending("random");
    private volatile Seed seed = new Seed(0);
    private volatile ForeignType.Source foreignTypes = ForeignType.Source.NONE;
    private final NavigableMap<String, TableSchema> tables = new ConcurrentSkipListMap<>();
    private final Map<String, Sequence> sequences = new ConcurrentSkipListMap<>();
    private final Map<String, IndexSchema> indexes = new ConcurrentSkipListMap<>();
    private final Set<String> schemas = new ConcurrentSkipListSet<>(Set.of(Identifiers.DEFAULT_SCHEMA));
    private final AtomicLong version = new AtomicLong();
    private final RelationNames names = new RelationNames(this);

    /** A referring table and its foreign key. */
    public record Reference(TableSchema table, ForeignKeySchema foreignKey) {}

    /** Returns the current definitions that sessions share. */
    public SavedDefinitions definitions() {
        return definitions(SearchPath.PERMANENT);
    }

    /** Returns the current definitions of a scope. */
    public SavedDefinitions definitions(SearchPath.Scope scope) {
        Map<String, Sequence> those = within(scope, sequences);
        var positions = new IdentityHashMap<Sequence, Sequence.Position>();
        those.values().forEach(sequence -> positions.put(sequence, sequence.position()));
        positions.put(randoms, randoms.position());
        return new SavedDefinitions(
                scope, version(), within(scope, tables), those, positions, within(scope, indexes), schemas);
    }

    private static <V> Map<String, V> within(SearchPath.Scope scope, Map<String, V> all) {
        return all.entrySet().stream()
                .filter(entry -> scope.has(entry.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Goes back to former definitions of this catalogue, and to the positions that its sequences had. */
    public void backTo(SavedDefinitions former) {
        undo(former);
        former.positions().forEach(Sequence::backTo);
    }

    /** Takes back what was defined since in the same scope. Sequences that were restarted go on where they were. */
    public void undo(SavedDefinitions former) {
        if (version() != former.version()) {
            replace(tables, former.tables(), former.scope());
            replace(sequences, former.sequences(), former.scope());
            replace(indexes, former.indexes(), former.scope());
            if (former.scope().equals(SearchPath.PERMANENT)) {
                schemas.retainAll(former.schemas());
                schemas.addAll(former.schemas());
            }
            version.incrementAndGet();
        }
    }

    /** Forgets all relations of a scope. */
    public void forget(SearchPath.Scope scope) {
        replace(tables, Map.of(), scope);
        replace(sequences, Map.of(), scope);
        replace(indexes, Map.of(), scope);
        version.incrementAndGet();
    }

    private static <V> void replace(Map<String, V> all, Map<String, V> former, SearchPath.Scope scope) {
        all.keySet().removeIf(name -> scope.has(name) && !former.containsKey(name));
        all.putAll(former);
    }

    /** Returns the numbers of random generators, of which each is used once. */
    public Sequence randoms() {
        return randoms;
    }

    /** Returns the random generator of a number. */
    public SplittableRandom random(long number) {
        return seed.part(number).generator();
    }

    /** Sets the seed from which random values follow. */
    public void useSeed(Seed other) {
        seed = other;
    }

    /** Returns the types that only PostgreSQL has. */
    public ForeignType.Source foreignTypes() {
        return foreignTypes;
    }

    /** Sets where PostgreSQL's own types are to be had. */
    public void useForeignTypes(ForeignType.Source types) {
        foreignTypes = types;
    }

    /** Returns a number that changes with every definition; statements compiled at an earlier version may be wrong. */
    public long version() {
        return version.get();
    }

    /** Returns those of some relations that the session of this thread can see, by name. */
    private static <V> List<V> visible(Map<String, V> relations) {
        SearchPath path = SearchPath.current();
        return relations.entrySet().stream()
                .filter(relation -> path.sees(relation.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Returns all tables that the session of this thread can see, by name. */
    public List<TableSchema> tables() {
        return visible(tables);
    }

    /** Returns all sequences, by name. */
    public List<Sequence> sequences() {
        return visible(sequences);
    }

    /** Returns all indexes that were created explicitly, by name. */
    public List<IndexSchema> indexes() {
        return visible(indexes);
    }

    /** Returns all schemas, by name. */
    public List<String> schemas() {
        return List.copyOf(schemas);
    }

    public Optional<TableSchema> find(String table) {
        return Optional.ofNullable(tables.get(table));
    }

    public Optional<Sequence> findSequence(String sequence) {
        return Optional.ofNullable(sequences.get(sequence));
    }

    public Optional<IndexSchema> findIndex(String index) {
        return Optional.ofNullable(indexes.get(index));
    }

    /**
     * Returns the table of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 42P01)
     */
    public TableSchema table(String name) {
        return find(name)
                .orElseThrow(() -> new StoreException(
                        "42P01", "relation \"" + name + "\" does not exist; there are " + tables.keySet()));
    }

    /**
     * Returns the sequence of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 42P01)
     */
    public Sequence sequence(String name) {
        return findSequence(name)
                .orElseThrow(() -> new StoreException(
                        "42P01",
                        "relation \"" + name + "\" does not exist; there are sequences " + sequences.keySet()));
    }

    /** Returns the foreign keys that refer to a table, by the name of the referring table. */
    public List<Reference> references(String table) {
        return tables.values().stream()
                .flatMap(child -> child.foreignKeys().stream()
                        .filter(key -> key.target().equals(table))
                        .map(key -> new Reference(child, key)))
                .toList();
    }

    /**
     * Defines a table.
     *
     * @throws StoreException if the name is taken (SQLSTATE 42P07) or its schema does not exist (3F000)
     */
    public void create(TableSchema table) {
        requireFree(table.name());
        tables.put(table.name(), table);
        version.incrementAndGet();
    }

    /** Replaces the definition of the table of the same name. */
    public void replace(TableSchema table) {
        tables.put(table.name(), table);
        version.incrementAndGet();
    }

    /**
     * Gives a table another name, to which foreign keys and indexes refer from now on.
     *
     * @throws StoreException if the name is taken (SQLSTATE 42P07)
     */
    public void rename(TableSchema table, String name) {
        requireFree(name);
        tables.remove(table.name());
        tables.put(name, table.named(name));
        tables.replaceAll((other, schema) -> schema.referringTo(table.name(), name));
        indexes.replaceAll((other, index) -> index.table().equals(table.name())
                ? new IndexSchema(index.name(), name, index.columns(), index.unique())
                : index);
        sequences.replaceAll((other, sequence) -> sequence.owner()
                .filter(owner -> owner.table().equals(table.name()))
                .map(owner -> sequence.ownedBy(Optional.of(new Sequence.Owner(name, owner.column()))))
                .orElse(sequence));
        version.incrementAndGet();
    }

    List<TableSchema> constrained(String schema, String constraint) {
        return tables.values().stream()
                .filter(table -> Identifiers.schema(table.name()).equals(schema))
                .filter(table -> table.hasConstraint(constraint))
                .toList();
    }

    /** Defines a sequence; exceptions are those of {@link #create(TableSchema)}. */
    public void create(Sequence sequence) {
        requireFree(sequence.name());
        sequences.put(sequence.name(), sequence);
        version.incrementAndGet();
    }

    /**
     * Fails if a default calls for numbers of a sequence by its name.
     *
     * @throws StoreException if so (SQLSTATE 2BP01)
     */
    public void requireUnused(String sequence) {
        Pattern call = Pattern.compile("nextval\\s*\\(.*\\b" + Pattern.quote(Identifiers.bare(sequence)) + "\\b.*");
        tables.values().stream()
                .flatMap(table -> table.columns().stream())
                .filter(column -> column.defaultValue() instanceof ColumnDefault.Computed computed
                        && call.matcher(computed.text()).find())
                .findFirst()
                .ifPresent(column -> {
                    throw new StoreException(
                            "2BP01",
                            "sequence " + sequence + " is needed: the default of column " + column.name()
                                    + " depends on it; accepted is to drop that default before");
                });
    }

    /** Replaces the definition of the sequence of the same name. */
    public void replace(Sequence sequence) {
        sequences.put(sequence.name(), sequence);
        version.incrementAndGet();
    }

    /** Returns the sequences that are dropped with a column: those that it owns, and the one of its default. */
    public List<Sequence> sequencesOf(TableSchema table, int column) {
        String generated =
                table.column(column).defaultValue() instanceof ColumnDefault.Generated from ? from.sequence() : "";
        var owner = Optional.of(new Sequence.Owner(table.name(), column));
        return sequences.values().stream()
                .filter(sequence ->
                        sequence.name().equals(generated) || sequence.owner().equals(owner))
                .toList();
    }

    /**
     * Gives a sequence another name, which columns that take their numbers from it use from now on.
     *
     * @throws StoreException if the name is taken (SQLSTATE 42P07), or a default calls it by its name (2BP01)
     */
    public void rename(Sequence sequence, String name) {
        requireFree(name);
        requireUnused(sequence.name());
        sequences.remove(sequence.name());
        sequences.put(name, sequence.named(name));
        tables.replaceAll((other, schema) -> schema.withColumns(schema.columns().stream()
                .map(column -> column.defaultValue() instanceof ColumnDefault.Generated generated
                                && generated.sequence().equals(sequence.name())
                        ? column.withDefault(
                                new ColumnDefault.Generated(name, generated.always(), generated.identity()))
                        : column)
                .toList()));
        version.incrementAndGet();
    }

    /** Defines an index; exceptions are those of {@link #create(TableSchema)}. */
    public void create(IndexSchema index) {
        requireFree(index.name());
        indexes.put(index.name(), index);
        version.incrementAndGet();
    }

    /**
     * Gives an index another name, which the constraint that it belongs to has, too.
     *
     * @throws StoreException if the new name is taken (SQLSTATE 42P07), or there is no such index (42704)
     */
    public void renameIndex(String index, String name) {
        TableSchema table = Optional.ofNullable(indexes.get(index))
                .map(known -> tables.get(known.table()))
                .or(() -> keyOf(index))
                .orElseThrow(
                        () -> new StoreException("42704", "index \"" + Identifiers.bare(index) + "\" does not exist"));
        requireFree(name);
        IndexSchema known = indexes.remove(index);
        if (known != null) {
            indexes.put(name, new IndexSchema(name, known.table(), known.columns(), known.unique()));
        }
        replace(table.withConstraint(Identifiers.bare(index), Identifiers.bare(name)));
    }

    /** Returns the table that has a key of this name. */
    private Optional<TableSchema> keyOf(String index) {
        return constrained(Identifiers.schema(index), Identifiers.bare(index)).stream()
                .filter(table ->
                        table.allKeys().stream().anyMatch(key -> key.name().equals(Identifiers.bare(index))))
                .findFirst();
    }

    /** Defines a schema. */
    public void createSchema(String schema) {
        schemas.add(schema);
        version.incrementAndGet();
    }

    /** Forgets a table, with its indexes. */
    public void dropTable(String table) {
        tables.remove(table);
        indexes.values().removeIf(index -> index.table().equals(table));
        version.incrementAndGet();
    }

    public void dropSequence(String sequence) {
        sequences.remove(sequence);
        version.incrementAndGet();
    }

    public void dropIndex(String index) {
        indexes.remove(index);
        version.incrementAndGet();
    }

    public void dropSchema(String schema) {
        schemas.remove(schema);
        version.incrementAndGet();
    }

    private void requireFree(String name) {
        String schema = Identifiers.schema(name);
        if (!exists(schema)) {
            throw noSchema(schema);
        }
        if (has(name)) {
            throw new StoreException("42P07", "relation \"" + Identifiers.bare(name) + "\" already exists");
        }
    }

    StoreException noSchema(String schema) {
        return new StoreException("3F000", "schema \"" + schema + "\" does not exist; there are " + schemas);
    }

    public RelationNames names() {
        return names;
    }

    /** Returns whether there is a table, a sequence or an index of this name; also the index of a key. */
    public boolean has(String name) {
        return tables.containsKey(name)
                || sequences.containsKey(name)
                || indexes.containsKey(name)
                || keyOf(name).isPresent();
    }

    public boolean hasTemporary(String schema) {
        String next = tables.ceilingKey(schema + ".");
        return next != null && Identifiers.schema(next).equals(schema);
    }

    public boolean exists(String schema) {
        return schemas.contains(schema) || SearchPath.isTemporary(schema);
    }
}
