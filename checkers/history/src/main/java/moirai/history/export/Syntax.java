package moirai.history.export;

/**
 * The syntax of an export: the marks by which EDN and JSON differ. Maps, lists, strings and numbers look alike in both.
 */
enum Syntax {
    EDN,
    JSON;

    /** Returns the mark before the name of a key and before a word: keywords in EDN, strings in JSON. */
    String wordOpen() {
        return this == EDN ? ":" : "\"";
    }

    String wordClose() {
        return this == EDN ? "" : "\"";
    }

    String keyClose() {
        return this == EDN ? " " : "\":";
    }

    String betweenPairs() {
        return this == EDN ? ", " : ",";
    }

    String betweenItems() {
        return this == EDN ? " " : ",";
    }

    String nothing() {
        return this == EDN ? "nil" : "null";
    }

    String setOpen() {
        return this == EDN ? "#{" : "[";
    }

    String setClose() {
        return this == EDN ? "}" : "]";
    }

    /** Returns the mark before a map whose keys are no words: JSON has none, and gets pairs in an array. */
    String pairsOpen() {
        return this == EDN ? "{" : "[";
    }

    String pairsClose() {
        return this == EDN ? "}" : "]";
    }

    String pairOpen() {
        return this == EDN ? "" : "[";
    }

    String pairClose() {
        return this == EDN ? "" : "]";
    }
}
