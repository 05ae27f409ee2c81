package moirai.programs.explored;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;

/** A cart that several clients change (paper, section 7.2). */
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
    public List<Table> tables() {
        return List.of(ITEMS);
    }

    @Override
    public List<CallKind<Stored>> rows() {
        return List.of(
                ITEMS.row("id, name, price, quantity", 1, row -> new Item(row.text(1), row.cents(2), row.number(3))));
    }

    @Override
    public List<CallKind<Called>> calls() {
        return List.of(
                new CallKind<>("addItem(item, name, price)", (call, mark) -> {
                    Id id = Id.of(call.number(0));
                    var item = new Item(call.text(1), call.cents(2), 1);
                    return txn -> add(txn, id, item);
                }),
                new CallKind<>("addItemQuantity(item, name, price, quantity)", (call, mark) -> {
                    Id id = Id.of(call.number(0));
                    int quantity = call.number(3);
                    var item = new Item(call.text(1), call.cents(2), quantity);
                    return txn -> add(txn, id, item);
                }),
                Application.ofNumber("removeItem(item)", (txn, item) -> remove(txn, Id.of(item))),
                Application.ofNumber(
                        "getItem(item)",
                        (txn, item) -> item(txn, item).map(Item::toString).orElse("none")),
                Application.ofNumber(
                        "getQuantity(item)",
                        (txn, item) -> item(txn, item).map(Item::quantity).orElse(0)),
                new CallKind<>("getList()", (call, mark) -> txn -> ITEMS.rows(txn, every -> true, Item.class)),
                new CallKind<>("changeQuantity(item, quantity)", (call, mark) -> {
                    Id id = Id.of(call.number(0));
                    int quantity = call.number(1);
                    return txn -> change(txn, id, quantity);
                }));
    }

    private static Optional<Item> item(Txn txn, int item) {
        return ITEMS.row(txn, Id.of(item), Item.class);
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
    public String randomRows() {
        return "item(1, potato, 1.50, 8); item(2, tomato, 7.50, 2)";
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
