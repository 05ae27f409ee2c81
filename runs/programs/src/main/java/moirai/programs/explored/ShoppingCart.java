package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** One cart that several clients change (paper, section 7.2). */
final class ShoppingCart implements Application {

    private static final Table ITEMS = new Table("item");

    private record Item(String name, long cents, int quantity) {

        @Override
        public String toString() {
            return quantity + " " + name;
        }
    }

    @Override
    public String label() {
        return "shoppingCart";
    }

    @Override
    public List<Signature> calls() {
        return List.of(
                Signature.of("addItem", "item", "name", "price"),
                Signature.of("addItemQuantity", "item", "name", "price", "quantity"),
                Signature.of("removeItem", "item"),
                Signature.of("getItem", "item"),
                Signature.of("getQuantity", "item"),
                Signature.of("getList"),
                Signature.of("changeQuantity", "item", "quantity"));
    }

    @Override
    public List<Signature> rows() {
        return List.of(Signature.of("item", "id", "name", "price", "quantity"));
    }

    @Override
    public void create(Map<Object, Object> initial) {
        ITEMS.create(initial);
    }

    @Override
    public void add(Map<Object, Object> initial, Call row) {
        ITEMS.add(initial, Id.of(row.number(0)), new Item(row.text(1), row.cents(2), row.number(3)));
    }

    @Override
    public Body body(Call call, String mark) {
        if (call.name().equals("getList")) {
            return txn -> ITEMS.rows(txn, every -> true, Item.class);
        }
        Id id = Id.of(call.number(0));
        return switch (call.name()) {
            case "addItem", "addItemQuantity" -> {
                int quantity = call.name().equals("addItem") ? 1 : call.number(3);
                var item = new Item(call.text(1), call.cents(2), quantity);
                yield txn -> add(txn, id, item);
            }
            case "removeItem" -> txn -> remove(txn, id);
            case "getItem" ->
                txn -> ITEMS.row(txn, id, Item.class).map(Item::toString).orElse("none");
            case "getQuantity" ->
                txn -> ITEMS.row(txn, id, Item.class).map(Item::quantity).orElse(0);
            case "changeQuantity" -> {
                int quantity = call.number(1);
                yield txn -> change(txn, id, quantity);
            }
            default -> throw new IllegalStateException("no body for " + call);
        };
    }

    private static Object add(Txn txn, Id id, Item item) {
        ITEMS.insert(txn, id, item);
        return "added";
    }

    private static Object remove(Txn txn, Id id) {
        ITEMS.delete(txn, id);
        return "removed";
    }

    private static Object change(Txn txn, Id id, int quantity) {
        Item item = ITEMS.rowOrAbort(txn, id, Item.class);
        ITEMS.update(txn, id, new Item(item.name(), item.cents(), quantity));
        return "changed";
    }

    @Override
    public List<ProgramTxn> invariants(List<Call> rows, List<List<Call>> sessions) {
        var removed = new ArrayList<Id>();
        var added = new ArrayList<Id>();
        for (List<Call> session : sessions) {
            for (Call call : session) {
                if (call.name().equals("removeItem")) {
                    removed.add(Id.of(call.number(0)));
                } else if (call.name().startsWith("addItem")) {
                    added.add(Id.of(call.number(0)));
                }
            }
        }
        List<Id> gone = removed.stream().filter(id -> !added.contains(id)).toList();
        List<Id> there = added.stream().filter(id -> !removed.contains(id)).toList();
        return List.of(
                new ProgramTxn("no removed item reappears", txn -> assertItems(txn, gone, false)),
                new ProgramTxn("no added item is lost", txn -> assertItems(txn, there, true)));
    }

    private static Object assertItems(Txn txn, List<Id> items, boolean isThere) {
        List<Id> ids = ITEMS.ids(txn);
        for (Id item : items) {
            if (ids.contains(item) != isThere) {
                throw new AssertionError(
                        "item " + item + (isThere ? " was added and is not there" : " was removed and is there"));
            }
        }
        return "holds";
    }

    @Override
    public List<Call> randomRows() {
        return List.of(Call.of("item", 1, "potato", "1.50", 8), Call.of("item", 2, "tomato", "7.50", 2));
    }

    @Override
    public Call randomCall(SplittableRandom random, int number) {
        int item = random.nextInt(1, 4);
        return switch (random.nextInt(8)) {
            case 0, 1 -> Call.of("addItem", item, "bee", "2.50");
            case 2 -> Call.of("addItemQuantity", item, "almond", "2.70", random.nextInt(2, 9));
            case 3 -> Call.of("removeItem", item);
            case 4 -> Call.of("getItem", item);
            case 5 -> Call.of("getQuantity", item);
            case 6 -> Call.of("getList");
            default -> Call.of("changeQuantity", item, random.nextInt(2, 9));
        };
    }
}
