Feature: The volcano

  Rule: It grows hotter with every turn

    Scenario: One turn adds one
      Given the terrain "crater"
      And Blue's rack is Roxy
      When Blue places Roxy on base 1
      Then heat of base crater is now 1

    Scenario: Turns of both players count
      Given the terrain "crater"
      And Blue's rack is Roxy
      And Red's rack is Roxy
      When these moves are played
        | player | move         |
        | Blue   | place roxy 1 |
        | Red    | place roxy 3 |
      Then heat of base crater is now 2

  Rule: The fourth turn throws off the visible troop

    Background:
      Given the terrain "crater"
      And heat of base crater is 3

    Scenario: The troop placed in that turn is thrown off
      Given the stack on base 1 is Blue Star
      And Blue's rack is Roxy
      When Blue places Roxy on base crater
      Then base crater is empty
      And Blue's discard is now Roxy
      And heat of base crater is now 0

    Scenario: So is an enemy troop, and what lay below shows again
      Given the stack on base crater is Blue Star, Red Kwak
      And Blue's rack is Roxy
      When Blue places Roxy on base 1
      Then the top troop on base crater is Blue Star
      And Red's discard is now Kwak

    Scenario: A volcano on which nobody stands cools down too
      Given Blue's rack is Roxy
      When Blue places Roxy on base 1
      Then heat of base crater is now 0

    Scenario: Medals taken before the eruption stay
      Given the stack on base 1 is Blue Star
      And the stack on base 3 is Blue Jumbo
      And Blue's rack is Roxy
      When Blue places Roxy on base crater
      Then Blue collects 1 medal from region west
      And base crater is empty
      And Blue now has 1 medal
