Feature: A feature in which nothing runs
