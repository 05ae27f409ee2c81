package moirai.studies.keyvalue.applications;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.exploration.program.Txn;
import moirai.studies.keyvalue.Assertion;
import moirai.studies.keyvalue.Call;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.KeyValueProgram;
import moirai.studies.keyvalue.Operation;

/**
 * A cart of a client: one key, whose value is a multiset of items (Sivaramakrishnan, Kaki, Jagannathan 2015; paper,
 * figure 1). The client uses it from several browsers at once.
 *
 * @param items of random operations, the first of which is in the cart at the beginning
 */
public record ShoppingCart(List<String> items) implements KeyValueProgram {

    /**
     * After a session has seen its cart without an item, it never sees more of the item than later calls may have added
     * or changed.
     */
    public static final Assertion STAYS_DELETED =
            new Assertion("item reappears after deletion", ShoppingCart::reappears);

    private static final String CART = "cart";

    /** A call of a client. */
    public sealed interface Request {}

    /** Adds one piece of an item. */
    public record Add(String item) implements Request {
        @Override
        public String toString() {
            return "add(" + item + ")";
        }
    }

    /** Changes the count of an item that is in the cart; replies whether it was there. */
    public record Change(String item, int count) implements Request {
        @Override
        public String toString() {
            return "change(" + item + ", " + count + ")";
        }
    }

    /** Removes all pieces of an item; replies whether there were any. */
    public record Remove(String item) implements Request {
        @Override
        public String toString() {
            return "remove(" + item + ")";
        }
    }

    /** Replies with the items. */
    public record Show() implements Request {
        @Override
        public String toString() {
            return "show()";
        }
    }

    /** A multiset of items. */
    public record Items(SortedMap<String, Integer> counts) {

        public Items {
            counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        }

        /** Returns the count of an item. */
        public int count(String item) {
            return counts.getOrDefault(item, 0);
        }

        Items with(String item, int count) {
            var changed = new TreeMap<>(counts);
            if (count == 0) {
                changed.remove(item);
            } else {
                changed.put(item, count);
            }
            return new Items(changed);
        }

        @Override
        public String toString() {
            return counts.entrySet().stream()
                    .map(entry -> entry.getValue() + " " + entry.getKey())
                    .collect(Collectors.joining(", ", "{", "}"));
        }
    }

    private static final Items NOTHING = new Items(new TreeMap<>());

    public ShoppingCart {
        items = List.copyOf(items);
    }

    /** Creates a cart for two items, I and J. */
    public ShoppingCart() {
        this(List.of("I", "J"));
    }

    @Override
    public String name() {
        return "shopping cart";
    }

    @Override
    public Map<Object, Object> initial() {
        return Map.of(CART, NOTHING.with(items.getFirst(), 1));
    }

    @Override
    public List<Assertion> assertions() {
        return List.of(STAYS_DELETED);
    }

    @Override
    public Operation draw(int session, int position, SplittableRandom random) {
        String item = items.get(random.nextInt(items.size()));
        return switch (random.nextInt(4)) {
            case 0 -> add(item);
            case 1 -> remove(item);
            case 2 -> change(item, 2);
            default -> show();
        };
    }

    /** Returns the call that adds one piece of an item. */
    public Operation add(String item) {
        return new Operation(new Add(item), store -> {
            Items cart = cart(store);
            store.write(CART, cart.with(item, cart.count(item) + 1));
            return "ok";
        });
    }

    /** Returns the call that changes the count of an item in the cart. */
    public Operation change(String item, int count) {
        return new Operation(new Change(item, count), store -> replace(store, item, count));
    }

    /** Returns the call that removes all pieces of an item. */
    public Operation remove(String item) {
        return new Operation(new Remove(item), store -> replace(store, item, 0));
    }

    /** Returns the call that asks for the items. */
    public Operation show() {
        return new Operation(new Show(), store -> cart(store));
    }

    private static boolean replace(Txn store, String item, int count) {
        Items cart = cart(store);
        if (cart.count(item) == 0) {
            return false;
        }
        store.write(CART, cart.with(item, count));
        return true;
    }

    private static Items cart(Txn store) {
        return store.read(CART, Items.class, NOTHING);
    }

    private static boolean reappears(Execution execution) {
        List<Call> calls = execution.completed().toList();
        return execution.harness().program() instanceof ShoppingCart program
                && program.items.stream()
                        .anyMatch(item ->
                                calls.stream().anyMatch(call -> isWithout(call, item) && reappears(item, call, calls)));
    }

    private static boolean isWithout(Call call, String item) {
        return switch (call.reply()) {
            case Items cart -> cart.count(item) == 0;
            case Object other -> call.request().equals(new Remove(item));
        };
    }

    /** Returns whether the session sees too many pieces of the item after it has seen that there is none. O(calls). */
    private static boolean reappears(String item, Call gone, List<Call> calls) {
        long possible = calls.stream()
                .filter(call -> call.session() != gone.session() || gone.isBefore(call))
                .mapToLong(call -> switch (call.request()) {
                    case Add add -> add.item().equals(item) ? 1 : 0;
                    case Change change -> change.item().equals(item) ? change.count() : 0;
                    case Object other -> 0;
                })
                .sum();
        return calls.stream()
                .anyMatch(call -> call.session() == gone.session()
                        && gone.isBefore(call)
                        && call.reply() instanceof Items cart
                        && cart.count(item) > possible);
    }
}
