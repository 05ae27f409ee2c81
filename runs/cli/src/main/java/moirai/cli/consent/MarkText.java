package moirai.cli.consent;

import moirai.clients.Mark;

/** The text that shows a mark to people. */
final class MarkText {

    private MarkText() {}

    static String of(Mark mark) {
        return "  environment  " + mark.environment() + "\n"
                + "  owner        " + mark.owner() + "\n"
                + "  faults       " + (mark.allowsFaults() ? "allowed" : "not allowed") + "\n"
                + "  expires at   " + mark.expiresAt() + "\n"
                + "  token        " + mark.token() + "\n";
    }
}
