package moirai.runs.query;

import java.util.List;
import moirai.runs.query.Table.Column;

/** The tables of the nights of campaigns. */
public final class CampaignTables {

    private static final Column CAMPAIGN = new Column("campaign", "VARCHAR", "the campaign");
    private static final Column NIGHT = new Column("night", "VARCHAR", "the night, such as 20261129T021500.000Z");
    private static final Column CELL = new Column("cell", "VARCHAR", "the cell, such as database=h2 workload=append");

    static final Table NIGHTS = new Table(
            "nights",
            "one row for each night of each campaign in the store",
            CAMPAIGN,
            NIGHT,
            new Column("begun", "TIMESTAMP", "when it began (UTC)"),
            new Column("moirai", "VARCHAR", "the version that began it"),
            new Column("digest", "VARCHAR", "the SHA-256 of the campaign file"),
            new Column("shard", "VARCHAR", "which part of the cells it has, such as 3/8; empty for all"),
            new Column("cell_count", "INTEGER", "how many cells it has"),
            new Column("ended", "BOOLEAN", "whether each of them has a result"),
            new Column("exit_code", "INTEGER", "what the night stands for, without known failures"));

    static final Table CELLS = new Table(
            "cells",
            "one row for each cell of each night",
            CAMPAIGN,
            NIGHT,
            CELL,
            new Column("command", "VARCHAR", "the moirai run of the cell, without the store"),
            new Column("ending", "VARCHAR", "judged, not started, crashed, hung, out of memory; null without a result"),
            new Column("exit_code", "INTEGER", "what the cell stands for; null without a result"),
            new Column("verdict", "VARCHAR", "such as INVALID; null without one"),
            new Column("missed", "VARCHAR", "the thresholds that do not hold, joined by '; '"),
            new Column("detail", "VARCHAR", "why there is no verdict, or the cause of a violation"),
            new Column("run", "VARCHAR", "the run's directory in the store; null if there is none"),
            new Column("begun", "TIMESTAMP", "when it began (UTC); null if it was not executed"),
            new Column("seconds", "DOUBLE", "wall time of its process"));

    static final Table AXES = new Table(
            "axes",
            "one row for each axis of each cell",
            CAMPAIGN,
            NIGHT,
            CELL,
            new Column("axis", "VARCHAR", "the axis, such as database"),
            new Column("value", "VARCHAR", "the name of the cell's value on it"));

    static final Table ANOMALIES = new Table(
            "anomalies",
            "one row for each shape of anomaly in each cell",
            CAMPAIGN,
            NIGHT,
            CELL,
            new Column("fingerprint", "VARCHAR", "the name of the shape, also in other nights"),
            new Column("phenomenon", "VARCHAR", "such as G2-item"),
            new Column("name", "VARCHAR", "its everyday name, such as write skew"),
            new Column("count", "BIGINT", "how many there are in the run"),
            new Column("at_least", "BOOLEAN", "true if there may be more"),
            new Column("forbidden", "BOOLEAN", "whether the cell's level forbids it"));

    static final Table FIGURES = new Table(
            "figures",
            "one row for each cell that has a run",
            CAMPAIGN,
            NIGHT,
            CELL,
            new Column("seconds", "DOUBLE", "how long sessions ran"),
            new Column("committed", "BIGINT", "transactions that committed"),
            new Column("aborted", "BIGINT", "transactions that were aborted"),
            new Column("indeterminate", "BIGINT", "transactions whose outcome is unknown"),
            new Column("acknowledged", "BIGINT", "writes that were acknowledged; null without final reads"),
            new Column("lost", "BIGINT", "those of them that are gone; null without final reads"),
            new Column("overlap", "DOUBLE", "the share of transactions that overlapped another, from 0 to 1"),
            new Column("versions_read", "BIGINT", "versions that were read"),
            new Column("keys_contended", "BIGINT", "keys that several sessions touched at a time"));

    static final Table LATENCIES = new Table(
            "latencies",
            "one row for each kind of transactions in each cell that has a run",
            CAMPAIGN,
            NIGHT,
            CELL,
            new Column("kind", "VARCHAR", "all, read or write"),
            new Column("p50_micros", "BIGINT", "the median of committed transactions, in µs"),
            new Column("p99_micros", "BIGINT", "what one in a hundred exceeded, in µs"),
            new Column("max_micros", "BIGINT", "the longest, in µs"));

    /** All tables of campaigns. */
    public static final Catalog ALL =
            new Catalog(List.of(NIGHTS, CELLS, AXES, ANOMALIES, FIGURES, LATENCIES), List.of());

    private CampaignTables() {}
}
