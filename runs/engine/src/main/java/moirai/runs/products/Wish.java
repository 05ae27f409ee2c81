package moirai.runs.products;

import moirai.clients.jdbc.tables.ListStorage;

/**
 * What is asked of a product, in words that it {@linkplain Product#argument knows}.
 *
 * @param argument what followed the product's name and a colon; empty for nothing
 * @param isolation the level asked for; empty for the product's own default
 * @param storage how lists are stored, where they stand in tables
 */
public record Wish(String argument, String isolation, ListStorage storage) {

    /** This level of a product, and all else as usual. */
    public static Wish of(String isolation) {
        return new Wish("", isolation, ListStorage.DEFAULT);
    }
}
