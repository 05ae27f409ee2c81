package moirai.runs.serve.pages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.report.Numbers;
import moirai.runs.serve.pages.NightCatalog.StoredCell;
import moirai.runs.serve.pages.NightCatalog.StoredNight;

/** The pages about campaigns: all of them, the nights of one, and the runs of a night. */
final class CampaignsPage {

    /** The first name of the address of each. */
    static final String PLACE = "campaigns";

    private static final String FILES = "/runs/" + PLACE + "/";

    /** The maximal number of cells that are listed; the page of the night has all of them. */
    private static final int CELLS_MAX = 2_000;

    private CampaignsPage() {}

    /** Returns the page of all campaigns. */
    static String all(NightCatalog catalog) {
        List<String> names = catalog.campaigns();
        String about = "<h1>Campaigns</h1>\n";
        if (names.isEmpty()) {
            return Frame.of(PLACE, about + "<p>No campaign has run in this store.</p>");
        }
        var table = new StringBuilder(
                Frame.table("groups", "campaign", "last night", "exit code", "last nights, the newest on the right"));
        for (String name : names) {
            List<StoredNight> nights = catalog.nights(name);
            if (!nights.isEmpty()) {
                table.append("<tr>")
                        .append(Frame.cell("campaign", Frame.link("/" + PLACE + "/" + name, name)))
                        .append(Frame.cell("last night", page(name, nights.getFirst())))
                        .append(Frame.cell("exit code", badge(nights.getFirst())))
                        .append(Frame.cell("last nights", strip(nights)))
                        .append("</tr>\n");
            }
        }
        return Frame.of(PLACE, about + table.append("</tbody></table>"));
    }

    /** Returns the page of the nights of a campaign; empty if there is none. */
    static Optional<String> nights(String campaign, NightCatalog catalog) {
        List<StoredNight> nights = catalog.campaigns().contains(campaign) ? catalog.nights(campaign) : List.of();
        if (nights.isEmpty()) {
            return Optional.empty();
        }
        var text = new StringBuilder("<h1>Campaign " + Frame.escaped(campaign) + "</h1>\n<p>" + strip(nights) + "</p>\n"
                + Frame.table("nights", "night", "exit code", "cells", "runs"));
        for (StoredNight night : nights) {
            text.append("<tr>")
                    .append(Frame.cell(
                            "night",
                            page(campaign, night)
                                    + Frame.small(night.shard().isEmpty() ? "" : "shard " + night.shard())))
                    .append(Frame.cell("exit code", badge(night)))
                    .append(Frame.cell("cells", counts(night)))
                    .append(Frame.cell(
                            "runs",
                            Frame.link(
                                    "/" + PLACE + "/" + campaign + "/" + night.id(),
                                    Numbers.counted(runs(night), "run"))))
                    .append("</tr>\n");
        }
        text.append("</tbody></table>");
        if (nights.size() == NightCatalog.NIGHTS_MAX) {
            text.append("\n<p>Older nights are left out.</p>");
        }
        return Optional.of(Frame.of("campaign " + campaign, text.toString()));
    }

    /** Returns the page of the runs of a night; empty if there is no such night. */
    static Optional<String> runs(String campaign, String id, NightCatalog catalog) {
        return (catalog.campaigns().contains(campaign) ? catalog.nights(campaign) : List.<StoredNight>of())
                .stream().filter(night -> night.id().equals(id)).findFirst().map(night -> runs(campaign, night));
    }

    private static String runs(String campaign, StoredNight night) {
        String at = FILES + campaign + "/" + night.id() + "/";
        var text = new StringBuilder("<h1>Night " + Frame.escaped(night.id()) + " of campaign "
                + Frame.link("/" + PLACE + "/" + campaign, campaign) + "</h1>\n<p>" + badge(night) + " "
                + page(campaign, night) + ", " + Frame.link(at + "campaign.yaml", "its file") + "</p>\n");
        text.append(Frame.table("nights", "cell", "result", "run"));
        for (StoredCell cell : night.cells().stream().limit(CELLS_MAX).toList()) {
            // The runs of a night that was joined from several stores may be outside of this one.
            boolean isHere = !cell.run().isEmpty() && !cell.run().startsWith(".");
            text.append("<tr>")
                    .append(Frame.cell("cell", Frame.escaped(cell.name())))
                    .append(Frame.cell("result", badge(cell.code(), cell.words())))
                    .append(Frame.cell(
                            "run",
                            isHere
                                    ? Frame.link("/runs/" + cell.run() + "/report.html", cell.run())
                                    : Frame.escaped(cell.run())))
                    .append("</tr>\n");
        }
        text.append("</tbody></table>");
        int left = night.cells().size() - CELLS_MAX;
        if (left > 0) {
            text.append("\n<p>").append(Numbers.counted(left, "more cell")).append(" are left out.</p>");
        }
        return Frame.of("night " + night.id(), text.toString());
    }

    private static long runs(StoredNight night) {
        return night.cells().stream().filter(cell -> !cell.run().isEmpty()).count();
    }

    /** Returns the time of a night, as a link to its page if it has one. */
    private static String page(String campaign, StoredNight night) {
        String time = Row.time(night.directory().path());
        return night.hasPage()
                ? Frame.link(FILES + campaign + "/" + night.id() + "/campaign.html", time)
                : Frame.escaped(time);
    }

    private static String counts(StoredNight night) {
        Map<StoredCell, Long> counts = night.cells().stream()
                .map(cell -> new StoredCell("", cell.words(), cell.code(), ""))
                .collect(Collectors.groupingBy(cell -> cell, LinkedHashMap::new, Collectors.counting()));
        var text = new StringBuilder("<ul class=\"counts\">");
        counts.forEach((kind, count) -> text.append("<li>")
                .append(badge(kind.code(), count + " " + kind.words()))
                .append("</li>"));
        return text.append("</ul>").toString();
    }

    private static String strip(List<StoredNight> newestFirst) {
        return Strip.of(
                newestFirst.stream()
                        .map(night -> {
                            Standing standing = standing(night.code());
                            return new Strip.Mark(
                                    standing.sign(),
                                    standing.style(),
                                    night.words(),
                                    Row.time(night.directory().path()));
                        })
                        .toList(),
                "night");
    }

    private static String badge(StoredNight night) {
        return badge(
                night.code(), night.code() < 0 ? night.words() : "exit " + night.code() + " (" + night.words() + ")");
    }

    private static String badge(int code, String words) {
        return standing(code).badge(words);
    }

    /** Returns the sign and the colour of an exit code; those of a bug for a violation, whatever its cause. */
    private static Standing standing(int code) {
        return ExitCode.of(code)
                .map(known -> switch (known) {
                    case VALID -> Standing.VALID;
                    case INVALID -> Standing.DATABASE_BUG;
                    case UNKNOWN, INSUFFICIENT_EVIDENCE -> Standing.UNDECIDED;
                    case BAD_ARGUMENTS, REFUSED, CLEAN_UP_INCOMPLETE, INTERNAL_ERROR, INTERRUPTED, TERMINATED ->
                        Standing.UNCLEAR;
                })
                .orElse(Standing.NOT_ENDED);
    }
}
